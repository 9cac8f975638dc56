import type { BrowserContext, Worker } from '@playwright/test';

/**
 * A text, because functions that run in a page may not use the helpers that the compiler adds here.
 */
const shiftDate = (offsetMs: number) => `{
  const Right = (globalThis.RightDate ??= Date);
  const now = () => Right.now() + ${offsetMs};
  globalThis.Date = class extends Right {
    constructor(...args) { super(...(args.length === 0 ? [now()] : args)); }
    static now() { return now(); }
  };
}`;

/**
 * Sets the clock of a just started browser, in ms from the right time, in every page and worker.
 */
export async function startClock(context: BrowserContext, offsetMs: () => number): Promise<void> {
  const set = (worker: Worker) =>
    void worker.evaluate(shiftDate(offsetMs())).catch(() => undefined);
  context.on('serviceworker', set);
  context.serviceWorkers().forEach(set);
  await context.addInitScript({ content: shiftDate(offsetMs()) });
}

/** Sets the clock again, in open and future pages and in the worker. */
export async function setClock(context: BrowserContext, offsetMs: number): Promise<void> {
  for (const worker of context.serviceWorkers())
    void worker.evaluate(shiftDate(offsetMs)).catch(() => undefined);
  await context.addInitScript({ content: shiftDate(offsetMs) });
}
