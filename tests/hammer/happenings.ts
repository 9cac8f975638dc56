import type { Device } from './device.ts';
import type { World } from './world.ts';
import { chance, pick, weighted, type Random } from './random.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Events of a device that nobody does on purpose, with how often they happen. */
const HAPPENINGS = {
  background: 4,
  time: 5,
  clock: 1,
  offline: 1.5,
  full: 0.7,
  silent: 0.7,
  late: 1,
  close: 0.5,
  wait: 1,
} as const;

type Happening = keyof typeof HAPPENINGS;

/** Lets an event happen to a device. */
async function happen(
  what: Happening,
  { proxy }: World,
  device: Device,
  random: Random,
): Promise<void> {
  switch (what) {
    case 'background':
      return device.flushInBackground();
    case 'time':
      return device.passTime(
        pick(random, [3 * SECOND, 30 * SECOND, 3 * MINUTE, 16 * MINUTE, 61 * MINUTE, DAY]),
      );
    case 'clock':
      return device.moveClock(
        pick(random, [-2 * HOUR, 2 * HOUR, -DAY, 2 * DAY, 40 * DAY, -365 * DAY]),
      );
    case 'offline':
      device.network.isOffline = true;
      return;
    case 'full':
      return device.fillUp(random);
    case 'silent':
      return device.fallSilent(random);
    case 'late':
      return proxy.deliverLate(device.name, false);
    case 'close':
      return device.closeTab();
    case 'wait':
      return device.backgroundDone();
  }
}

/** What a person may do, with how often. */
type Acts = Readonly<Record<string, readonly [weight: number, act: () => Promise<unknown>]>>;

/** Begins another part of a device's life: its person does something, or something happens to it. */
export async function liveOn(
  world: World,
  device: Device,
  random: Random,
  acts: Acts,
): Promise<void> {
  device.nextTurn(random);
  const weights = Object.entries(acts).map(([name, [weight]]) => [name, weight] as const);
  const what = weighted<string>(random, { ...Object.fromEntries(weights), ...HAPPENINGS });
  const own = acts[what];
  await (own ? own[1]() : happen(what as Happening, world, device, random));
}

/** A page flushes, eagerly or not. */
export const flushing = (device: Device, random: Random) => (): Promise<void> =>
  device.flush(chance(random, 0.5));
