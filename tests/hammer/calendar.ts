import { dayAfter, londonClock } from '../../src/core/domain/london-time.ts';
import { moveClock } from '../support/moved-clock.ts';
import type { Core } from './core.ts';
import type { Device } from './device.ts';
import type { Former } from './former.ts';
import { between, chance, randomOf } from './random.ts';
import { openWorld, type Site, type World } from './world.ts';

/** Summer time begins within the month. */
const FIRST_DAY = '2027-03-10';
/** A device updates within so many days after the server. */
const DAYS_TO_UPDATE = 8;
const HOUR = 60 * 60_000;
const NIGHT_MS = 13 * HOUR;

/** The time at which London's wall clock shows `HH:MM` on a day. */
function timeAt(day: string, clock: string): number {
  const utc = Date.parse(`${day}T${clock}Z`);
  return londonClock(utc) === `${day}T${clock}` ? utc : utc - HOUR;
}

interface CalendarFacts {
  site: Site;
  seed: number;
  days: number;
  core: Core;
  /** Null for a month without an upgrade. */
  former: Former | null;
}

/** The days of a month: the clocks, and the releases of the server and of the devices. */
export class Calendar {
  readonly seed: number;
  readonly world: World;
  /** In the morning of this day the server is upgraded. */
  readonly upgradeOn: number;
  /** From 0. */
  day = 0;
  readonly #facts: CalendarFacts;

  constructor(facts: CalendarFacts) {
    const { site, seed, days, core } = facts;
    this.#facts = facts;
    this.seed = seed;
    this.upgradeOn = Math.floor(days / 2);
    this.world = openWorld(site, { seed, core });
  }

  /** London's day. */
  get today(): string {
    return dayAfter(FIRST_DAY, this.day);
  }

  /** Moves this process's and the server's clock to `HH:MM` in London. The server is killed, and starts on the release of the day. */
  async moveTo(clock: string): Promise<void> {
    moveClock(0);
    const aheadMs = timeAt(this.today, clock) - Date.now();
    moveClock(aheadMs);
    const { site, former } = this.#facts;
    const root = this.day < this.upgradeOn ? former?.root : undefined;
    await site.server.restart({ aheadMs, ...(root !== undefined && { root }) });
  }

  /** A device's surroundings: its release is the former one until it updates. */
  worldOf(name: string): World {
    const { former, core } = this.#facts;
    const updatesOn =
      this.upgradeOn + between(randomOf(this.seed, name, 'update'), 0, DAYS_TO_UPDATE);
    const coreNow = () => (former && this.day < updatesOn ? former.core : core);
    return {
      ...this.world,
      beginning: Date.now(),
      get core() {
        return coreNow();
      },
    };
  }

  /** The surroundings of a day's visitors, who load the release of the day, with a seed of their own. */
  visitorsWorld(): World {
    const { former, core } = this.#facts;
    return {
      ...this.world,
      ...{ seed: this.seed * 1000 + this.day, beginning: Date.now() },
      core: this.day < this.upgradeOn ? (former?.core ?? core) : core,
    };
  }

  /** The time by which a device's clock goes on at night: most are set right by their network. */
  nightOf(device: Device): number {
    if (!chance(randomOf(this.seed, device.name, 'night', this.day), 0.8)) return NIGHT_MS;
    device.closeTab();
    return Date.now() - device.now();
  }
}
