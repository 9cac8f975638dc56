import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import type { Device } from './device.ts';

/** A day that no test outlasts. */
export const TOMORROW = dayAfter(londonTime(Date.now()).day, 1);

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

/**
 * Sets the device's clock to a time of tomorrow, by default before any job is over, so that a test
 * does not depend on its hour.
 */
export const setTomorrow = (device: Device, time = '06:00'): Promise<void> =>
  setClock(device, Date.parse(`${TOMORROW}T${time}:00Z`) - Date.now());
