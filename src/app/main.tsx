import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { pageAt } from './paths.ts';
import { loadOutbox } from '../runtime/load-outbox.ts';
import { startErrorReports } from '../runtime/report-error.ts';
import '../site/site.css';
import { whenIdle } from '../ui/use-idle.ts';

startErrorReports(import.meta.url);

const container = document.getElementById('root');
if (!container) throw new Error('There is no #root.');

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);

const show = () => {
  // As a transition, React looks whether the page is there before it shows a placeholder.
  startTransition(() => {
    if (container.firstElementChild) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
};

// The page's own chunk first, so that React finds the page it is to take over. If it can't be loaded, the error screen tells.
// Not awaited here: around a module that waits, the bundler would give every part that two pages share a file of its own.
void pageAt(location.pathname).preload().then(show, show);

// The browser itself says which file was lost. What is asked for in vain is asked for again.
const startLate = (pauseMs: number): Promise<void> =>
  loadOutbox()
    .then(() => import('./start-background.ts'))
    .then(
      ({ startBackground }) => startBackground(),
      () =>
        new Promise((resolve) => {
          for (const sign of ['online', 'visibilitychange'])
            addEventListener(sign, resolve, { once: true });
          setTimeout(resolve, pauseMs);
        }).then(() => startLate(2 * pauseMs)),
    );
whenIdle(() => startLate(60_000));
