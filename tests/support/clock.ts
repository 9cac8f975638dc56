import type { Device } from './device.ts';

/**
 * Sets the device's clock, in ms from the right time, in every open and later page and in the
 * worker. Timers are unaffected, as on a real device.
 */
export async function setClock(device: Device, offsetMs: number): Promise<void> {
  const { context } = device;
  await context.addInitScript(shiftDate, offsetMs);
  context.on(
    'serviceworker',
    (worker) => void worker.evaluate(shiftDate, offsetMs).catch(() => undefined),
  );
  for (const page of context.pages()) await page.evaluate(shiftDate, offsetMs);
  for (const worker of context.serviceWorkers()) await worker.evaluate(shiftDate, offsetMs);
}

/** Runs in the page or the worker. */
function shiftDate(offsetMs: number): void {
  const world = globalThis as typeof globalThis & { RightDate?: DateConstructor };
  const Right = (world.RightDate ??= Date);
  const now = () => Right.now() + offsetMs;
  world.Date = class extends Right {
    constructor(...args: [] | [number]) {
      super(...((args.length === 0 ? [now()] : args) as [number]));
    }
    static override now = now;
  } as DateConstructor;
}
