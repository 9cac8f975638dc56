/**
 * The inline script of every page but the gallery. It loads the page's scripts once they no longer
 * compete with the first view, or at the first touch or key.
 */
import { input, start } from './scripts.ts';

if (!input.at) {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => setTimeout(start, 1000));
} else {
  // Safari has no idle callback.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 2000 }) : start();
  addEventListener('load', () => setTimeout(whenIdle, 200));
}
