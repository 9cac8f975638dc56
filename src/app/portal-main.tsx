import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { offerUpdates } from './start-background.ts';
import { PortalApp } from './portal-app.tsx';
import '../portal/portal.css';
import { takeEmailLink } from '../runtime/auth/recovery.ts';
import { startErrorReports } from '../runtime/report-error.ts';
import { startPortal } from '../portal/start-portal.ts';
import { ignoreComposingKeys } from '../ui/composing-keys.ts';
import { takeFileDrops } from '../ui/file-drops.ts';
import { notify } from '../ui/toast.ts';
import { whenIdle } from '../ui/use-idle.ts';

takeEmailLink();

startErrorReports(import.meta.url);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element with the id "root".');

const app = (
  <BrowserRouter>
    <PortalApp />
  </BrowserRouter>
);

// In a transition, React waits for the page's code before it shows a placeholder.
startTransition(() => {
  if (container.firstElementChild) hydrateRoot(container, app);
  else createRoot(container).render(app);
});

offerUpdates();
ignoreComposingKeys();
takeFileDrops();
whenIdle(notify.prepare);
startPortal().catch((error: unknown) =>
  console.warn('The background work could not be started:', error),
);
