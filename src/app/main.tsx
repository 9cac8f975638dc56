import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { loadLater } from './load-later.ts';
import { correctedAddress, pageAt } from './paths.ts';
import { startErrorReports } from '../runtime/report-error.ts';
import '../site/site.css';
import { whenIdle } from '../ui/use-idle.ts';

startErrorReports(import.meta.url);

const container = document.getElementById('root');
if (!container) throw new Error('There is no #root.');

// The host may serve a page at `/booking/` or `/index.html` too; the router knows only its own path.
const address = correctedAddress(location);
if (address !== null) history.replaceState(history.state, '', address);

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
);

const show = () => {
  // In a transition, React waits for the page's code before it shows a placeholder.
  startTransition(() => {
    if (container.firstElementChild) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
};

// The page's own chunk first, so that React finds the page to hydrate. If it cannot load, the error
// screen says so. Not awaited at module level: the bundler would then give every part that two
// pages share a file of its own.
void pageAt(location.pathname).preload().then(show, show);

whenIdle(() =>
  loadLater(() => import('./start-background.ts')).then(({ startBackground }) => startBackground()),
);
