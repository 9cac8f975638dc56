import type { Device } from './device.ts';
import type { Proxy } from './proxy.ts';
import { pick, type Random } from './random.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than any backoff, in milliseconds: a server's Retry-After is honoured for an hour. */
export const LONG_ENOUGH_MS = 61 * MINUTE;

/** Events of a device that nobody does on purpose, with how often they happen. */
export const HAPPENINGS = {
  time: 4,
  clock: 1,
  offline: 1.5,
  late: 1,
  close: 0.5,
  wait: 1,
} as const;

export type Happening = keyof typeof HAPPENINGS;

interface Happens {
  device: Device;
  proxy: Proxy;
  /** Lets time pass. */
  passTime?: (ms: number) => unknown;
}

/** Lets an event happen to a device. */
export async function happen(
  what: Happening,
  { device, proxy, passTime = (ms) => device.moveClock(ms) }: Happens,
  random: Random,
): Promise<void> {
  switch (what) {
    case 'time':
      await passTime(
        pick(random, [3 * SECOND, 30 * SECOND, 3 * MINUTE, 16 * MINUTE, 61 * MINUTE, DAY]),
      );
      return;
    case 'clock':
      return device.moveClock(
        pick(random, [-2 * HOUR, 2 * HOUR, -DAY, 2 * DAY, 40 * DAY, -365 * DAY]),
      );
    case 'offline':
      device.network.isOffline = true;
      return;
    case 'late':
      return proxy.deliverLate(device.name, false);
    case 'close':
      return device.closeTab();
    case 'wait':
      return device.backgroundDone();
  }
}
