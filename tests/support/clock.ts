import { gunzipSync } from 'node:zlib';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import type { Device } from './device.ts';
import type { Network } from './network.ts';

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

/** Sets the device's clock and the one that the server names to the portal, in ms from the right time. */
export async function setClocks(device: Device, network: Network, offsetMs: number): Promise<void> {
  network.answerAny('POST /rest/v1/rpc/changes', async ({ ask, give }) => {
    const reply = await ask();
    if (reply.status !== 200) return give(reply);
    const { 'content-encoding': encoding, ...headers } = reply.headers;
    const body = encoding === 'gzip' ? gunzipSync(reply.body) : reply.body;
    const page = JSON.parse(body.toString()) as { now: string };
    const now = new Date(Date.parse(page.now) + offsetMs).toISOString();
    give({ ...reply, headers, body: Buffer.from(JSON.stringify({ ...page, now })) });
  });
  await setClock(device, offsetMs);
}

/**
 * Sets both clocks to a time of tomorrow, by default before any job is over, so that a test does not
 * depend on its hour.
 */
export const setTomorrow = (device: Device, network: Network, time = '06:00'): Promise<void> =>
  setClocks(device, network, Date.parse(`${TOMORROW}T${time}:00Z`) - Date.now());
