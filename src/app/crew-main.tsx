import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { CrewApp } from './crew-app.tsx';
import { offerUpdates } from './start-background.ts';
import '../crew/crew.css';
import { startCrew } from '../runtime/crew-day.ts';
import { listenForInstall } from '../runtime/install.ts';
import { startErrorReports } from '../runtime/report-error.ts';
import { registerWorker } from '../runtime/worker.ts';

startErrorReports(import.meta.url);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no element with the id "root".');

startTransition(() => {
  if (container.firstElementChild) hydrateRoot(container, <CrewApp />);
  else createRoot(container).render(<CrewApp />);
});

offerUpdates();
listenForInstall();
startCrew()
  .then(registerWorker)
  .catch((error: unknown) => console.warn('The background work could not be started:', error));
