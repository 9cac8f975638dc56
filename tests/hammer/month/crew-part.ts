import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswered } from '../answers/bookings.ts';
import { modelSeries } from '../answers/series-model.ts';
import { Cleaner } from '../crew/cleaner.ts';
import { readStored } from '../crew/hammer.ts';
import type { Job, Member } from '../crew/jobs.ts';
import { CrewOffice } from '../crew/office.ts';
import { judgeReports } from '../crew/oracle.ts';
import type { User } from '../portal/users.ts';
import { between, chance, randomOf } from '../random.ts';
import { withoutFaults, type Month } from './month.ts';
import { jobsOf, listJobs, type Regular, type ShownJob } from './regulars.ts';

const OFFICE_ACTS_A_DAY = 12;

interface CrewFacts {
  month: Month;
  user: User;
  members: readonly Member[];
  /** The first word of the customers' names. */
  kind: string;
  regulars: readonly Regular[];
}

const textOf = (jobs: readonly ShownJob[]): string =>
  jobs
    .map(({ job, name, day, time_slot, access, instructions }) =>
      JSON.stringify({ job, name, day, time_slot, access, instructions }),
    )
    .sort()
    .join('\n');

/** The crew with its phones, and the administrator who gives and moves the visits of some customers. */
export class CrewPart {
  readonly cleaners: readonly Cleaner[];
  /** Every visit that the office gave to the crew; and those that it may still change. */
  readonly jobs: Job[] = [];
  readonly #open: Job[] = [];
  readonly #ledger = new Map<string, Job>();
  readonly #facts: CrewFacts;
  readonly #office: CrewOffice;

  constructor(facts: CrewFacts) {
    const { month, user, members, kind } = facts;
    this.#facts = facts;
    this.cleaners = members.map(
      (person, place) =>
        new Cleaner({
          world: month.worldOf(`m${place}`),
          name: `m${place}.s${month.seed}`,
          person,
          jobs: this.jobs,
          isListed: ({ name }) => name.startsWith(`${kind} `),
        }),
    );
    this.#office = new CrewOffice({
      server: month.site.server,
      user,
      members,
      phones: this.cleaners,
      jobs: this.#open,
      allJobs: this.jobs,
    });
  }

  /** Lists the first day's visits, and registers every phone. */
  async open(): Promise<void> {
    await this.listToday();
    for (const cleaner of this.cleaners)
      await withoutFaults(cleaner.device, () => cleaner.register(this.#office));
  }

  /** Lists today's and tomorrow's visits, once they are made. */
  async listToday(): Promise<void> {
    const { month, kind } = this.#facts;
    await listJobs(month.site.server, kind, this.#ledger);
    this.jobs.splice(0, this.jobs.length, ...this.#ledger.values());
    const open = this.jobs.filter(({ state }) => state.day >= month.today);
    this.#open.splice(0, this.#open.length, ...open);
  }

  async passNight(): Promise<void> {
    for (const cleaner of this.cleaners)
      await cleaner.sleep(this.#facts.month.nightOf(cleaner.device));
  }

  /** The crew reports while the office gives, moves, skips and deletes visits. */
  async work(): Promise<void> {
    await Promise.all([
      this.#changeJobs(),
      this.#facts.month.liveToday(this.cleaners, (cleaner, random) =>
        chance(random, 0.4) ? cleaner.report(random) : cleaner.live(random, this.#office),
      ),
    ]);
  }

  /** Most phones meet a good network in the evening; then each has its person's jobs and no other. */
  async comeHome(): Promise<void> {
    const { month } = this.#facts;
    const random = randomOf(month.seed, 'evening', month.day);
    await month.onEach(
      this.cleaners.filter(() => chance(random, 0.85)),
      async (cleaner) => {
        const shown = textOf(await cleaner.comeHome(this.#office));
        const due = textOf(await jobsOf(month.site.server, cleaner.person));
        if (shown !== due)
          month.find(
            'foreign job',
            cleaner.name,
            `on ${month.today} it shows ${shown}, and not ${due}`,
          );
      },
    );
  }

  settle(): Promise<void> {
    return this.#facts.month.onEach(this.cleaners, (cleaner) => cleaner.settle());
  }

  async judge(): Promise<void> {
    const { month } = this.#facts;
    const stored = await readStored(month.site.server, this.#office, this.jobs);
    const accounts = this.cleaners.map(({ account }) => account);
    month.findings.push(...judgeReports(accounts, stored));
    await this.#judgeVisits();
  }

  async #changeJobs(): Promise<void> {
    const { month } = this.#facts;
    const random = randomOf(month.seed, 'office', month.day);
    for (let acts = 0; acts < OFFICE_ACTS_A_DAY && this.#open.length > 0; acts++) {
      await this.#office.act(random);
      await sleep(between(random, 0, 300));
    }
  }

  /** Compares the visits that are there with the series' rules and the office's deletions. */
  async #judgeVisits(): Promise<void> {
    const { month, regulars } = this.#facts;
    const bookings = regulars.map(({ booking }) => booking);
    const answered = await readAnswered(month.site.server, bookings);
    const { rows, events } = answered;
    const gone = new Set(this.jobs.filter(({ mayBeGone }) => mayBeGone).map(({ id }) => id));
    for (const id of gone)
      if (rows.has(id)) month.find('revived', id, `${id} was deleted, and is there`);
    for (const booking of bookings.filter(({ id }) => !gone.has(id))) {
      const own = events.filter(
        ({ booking_id: id }) => id === booking.id || rows.get(id)?.series === booking.id,
      );
      const due = new Set(modelSeries(booking, { ...answered, events: own }).map(({ id }) => id));
      for (const id of due)
        if (!gone.has(id) && !rows.has(id))
          month.find('lost', booking.id, `there is no visit ${id}`);
      for (const { id, series } of rows.values())
        if (series === booking.id && !due.has(id))
          month.find('twice', booking.id, `nobody asked for the visit ${id}`);
    }
  }
}
