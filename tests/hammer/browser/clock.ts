import type { BrowserContext, Worker } from '@playwright/test';

/** As text: what runs in a page may not call what the compiler adds to functions here. */
const shiftDate = (offsetMs: number) => `{
  const Right = (globalThis.RightDate ??= Date);
  const now = () => Right.now() + ${offsetMs};
  globalThis.Date = class extends Right {
    constructor(...args) { super(...(args.length === 0 ? [now()] : args)); }
    static now() { return now(); }
  };
}`;

/** Sets the clock of a browser that has just started, in ms from the right time: in every page and worker from now on. */
export async function startClock(context: BrowserContext, offsetMs: () => number): Promise<void> {
  const set = (worker: Worker) =>
    void worker.evaluate(shiftDate(offsetMs())).catch(() => undefined);
  context.on('serviceworker', set);
  context.serviceWorkers().forEach(set);
  await context.addInitScript({ content: shiftDate(offsetMs()) });
}

/** Sets it anew, in what is open and in what opens later. */
export async function setClock(context: BrowserContext, offsetMs: number): Promise<void> {
  for (const worker of context.serviceWorkers())
    void worker.evaluate(shiftDate(offsetMs)).catch(() => undefined);
  await context.addInitScript({ content: shiftDate(offsetMs) });
}
