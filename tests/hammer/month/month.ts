import { dayAfter, londonClock } from '../../../src/core/domain/london-time.ts';
import { moveClock } from '../../support/moved-clock.ts';
import type { Core } from '../core.ts';
import type { Device } from '../device.ts';
import { onDevice } from '../on-line.ts';
import { between, chance, randomOf, type Random } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import { sideBySide } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { Tally } from '../tally.ts';
import type { World } from '../world.ts';
import type { Former } from './former.ts';

/** Summer time begins within the month. */
const FIRST_DAY = '2027-03-10';
/** The acts of a person in a day. */
const ROUNDS = { least: 2, most: 6 };
/** A device updates within so many days after the server. */
const DAYS_TO_UPDATE = 8;
const AT_ONCE = 4;
const HOUR = 60 * 60_000;
const NIGHT_MS = 13 * HOUR;

/** The time at which London's wall clock shows `HH:MM` on a day. */
function timeAt(day: string, clock: string): number {
  const utc = Date.parse(`${day}T${clock}Z`);
  return londonClock(utc) === `${day}T${clock}` ? utc : utc - HOUR;
}

interface MonthFacts {
  site: Site;
  seed: number;
  days: number;
  core: Core;
  /** Null for a month without an upgrade. */
  former: Former | null;
}

/** A person with a device, who lives through the month. */
export interface Resident {
  device: Device;
}

/** The calendar of a run: the clocks, the releases, and the findings so far. */
export class Month {
  readonly site: Site;
  readonly seed: number;
  readonly days: number;
  /** In the morning of this day the server is upgraded. */
  readonly upgradeOn: number;
  readonly faults = new Tally();
  readonly crashes = new Tally();
  readonly findings: Finding[] = [];
  /** From 0. */
  day = 0;
  readonly #core: Core;
  readonly #former: Former | null;

  constructor({ site, seed, days, core, former }: MonthFacts) {
    this.site = site;
    this.seed = seed;
    this.days = days;
    this.upgradeOn = Math.floor(days / 2);
    this.#core = core;
    this.#former = former;
  }

  /** London's day. */
  get today(): string {
    return dayAfter(FIRST_DAY, this.day);
  }

  get hasUpgrade(): boolean {
    return this.#former !== null;
  }

  /** Moves this process's and the server's clock to `HH:MM` in London. The server is killed, and starts on the release of the day. */
  async moveTo(clock: string): Promise<void> {
    moveClock(0);
    const aheadMs = timeAt(this.today, clock) - Date.now();
    moveClock(aheadMs);
    const root = this.day < this.upgradeOn ? this.#former?.root : undefined;
    await this.site.server.restart({ aheadMs, ...(root !== undefined && { root }) });
  }

  /** A device's surroundings: its release is the former one until it updates. */
  worldOf(name: string): World {
    const { seed, upgradeOn, faults, crashes } = this;
    const { server, proxy } = this.site;
    const updatesOn = upgradeOn + between(randomOf(seed, name, 'update'), 0, DAYS_TO_UPDATE);
    const coreNow = () => (this.#former && this.day < updatesOn ? this.#former.core : this.#core);
    return {
      ...{ seed, server, proxy, faults, crashes, beginning: Date.now() },
      get core() {
        return coreNow();
      },
    };
  }

  find(fault: string, subject: string, why: string): void {
    this.findings.push({ fault, subject, why });
  }

  /** Adds a day's visitors, whom their own run has judged. */
  addVisitors({ faults, crashes, findings }: Report): void {
    this.findings.push(...findings);
    for (const [what, times] of faults.counts) this.faults.add(what, times);
    for (const [what, times] of crashes.counts) this.crashes.add(what, times);
  }

  /** Runs work on some people's devices, a few at a time. */
  async onEach<R extends Resident>(
    residents: readonly R[],
    work: (resident: R) => Promise<void>,
  ): Promise<void> {
    await sideBySide(residents, AT_ONCE, (resident) =>
      onDevice(
        () => resident.device.isOnLine,
        () => work(resident),
      ),
    );
  }

  /** Runs a day of some people: a few acts each. */
  liveToday<R extends Resident>(
    residents: readonly R[],
    act: (resident: R, random: Random) => Promise<void>,
  ): Promise<void> {
    const { seed, day } = this;
    return this.onEach(residents, async (resident) => {
      const { name } = resident.device;
      const rounds = between(randomOf(seed, name, 'rounds', day), ROUNDS.least, ROUNDS.most);
      for (let round = 0; round < rounds; round++)
        await act(resident, randomOf(seed, name, 'round', day, round));
    });
  }

  /** The time by which a device's clock goes on at night: most are set right by their network. */
  nightOf(device: Device): number {
    if (!chance(randomOf(this.seed, device.name, 'night', this.day), 0.8)) return NIGHT_MS;
    device.closeTab();
    return Date.now() - device.now();
  }
}

/** Runs a device's first visit without faults. */
export async function withoutFaults(device: Device, work: () => Promise<unknown>): Promise<void> {
  device.network.isCalm = true;
  await work();
  device.network.isCalm = false;
  device.closeTab();
}
