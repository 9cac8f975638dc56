import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { pageAt } from './app/paths.ts';
import './ui/base.css';
import { whenIdle } from './ui/use-idle.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element with the id "root".');

// The page's own chunk first, so that the first thing drawn is the page. If it can't be loaded, the error screen tells.
await pageAt(location.pathname)
  .preload()
  .catch(() => undefined);

// As a transition, React looks whether the page is there before it shows a placeholder.
startTransition(() => {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});

whenIdle(() => {
  import('./runtime/start.ts')
    .then(({ startRuntime }) => startRuntime())
    .catch((error: unknown) => console.warn('The background work could not be started:', error));
});
