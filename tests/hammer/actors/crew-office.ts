import { setTimeout as sleep } from 'node:timers/promises';
import { dayAfter, londonTime } from '../../../src/core/domain/london-time.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import type { Actor, Cast, Group } from '../actor.ts';
import {
  answerBooking,
  readPictures,
  readReports,
  setBooking,
  storeBooking,
  type Settings,
} from '../bookings.ts';
import { judgeReports, type StoredReports } from '../findings/reports.ts';
import { Ledger } from '../ledger.ts';
import { makeAdministrator, OfficeCalls, type User } from '../office-calls.ts';
import { between, chance, pick, randomOf, weighted, type Random } from '../random.ts';
import type { Server } from '../server.ts';
import type { World } from '../world.ts';
import { Cleaner } from './cleaner.ts';
import { Job, now, storeMembers, type JobState, type Member } from './jobs.ts';
import { sha256 } from '../sha256.ts';

const ROUNDS = { least: 15, most: 35 };
const ACTS_A_ROUND = 0.4;
/** A run has fewer requests than the others, so the faults alone rarely kill its server. */
const TEAMS_A_KILL = 4;
const JOBS = 4;
/** Each has a phone; the first one has two. */
const NAMES = ['Ann', 'Ben', 'Ann'] as const;
const SLOTS: readonly Slot[] = ['morning', 'afternoon', 'evening'];

/** A team's phones, which read their sheets and report, while the office changes its jobs. */
export const crew: Cast = {
  ...{ letters: 'w', unit: 'reports', share: 1 / 4, each: 12, atOnce: 4 },
  async open(world, index) {
    const { seed, server } = world;
    const mark = `w${index}.s${seed}`;
    const user = await makeAdministrator(server, `${mark}@example.com`);
    const jobs = await storeJobs(server, seed, mark);
    const members = await storeMembers(server, [...new Set(NAMES)], mark);
    const office = new CrewOffice({ server, user, jobs, members, name: mark });
    const phones = NAMES.map((first, place) => {
      const person = members.find(({ name }) => name.startsWith(first));
      if (!person) throw new Error(`${first} is not stored`);
      const name = `w${index}p${place}.s${seed}`;
      return new Cleaner({ world, name, person, jobs, office });
    });
    await office.begin(randomOf(seed, mark, 'begin'));
    const rounds = between(randomOf(seed, mark, 'rounds'), ROUNDS.least, ROUNDS.most);
    if (index % TEAMS_A_KILL === 0) office.killAt(randomOf(seed, mark, 'fatal'), rounds);
    return { ...(await openTeam(world, office, phones)), rounds };
  },
};

/** Registers a team's phones. */
export async function openTeam(
  { server, remarks }: World,
  office: CrewOffice,
  phones: readonly Cleaner[],
): Promise<Omit<Group, 'rounds'>> {
  office.phones.push(...phones);
  for (const phone of phones) await phone.open();
  return {
    actors: [...phones, office],
    async judge() {
      remarks.add(
        'ended keys',
        phones.reduce((sum, { endings }) => sum + endings.length, 0),
      );
      return judgeReports(phones, await readStored(server, office));
    },
  };
}

/** Reads the reports on an office's jobs, and every picture of them. */
async function readStored(server: Server, office: CrewOffice): Promise<StoredReports> {
  const events = await readReports(
    server,
    office.jobs.map(({ id }) => id),
  );
  const ids = events.map(({ id }) => id);
  const pictures = new Map<string, string>();
  for (const path of await readPictures(server, ids)) {
    const bytes = await office.readPicture(path);
    pictures.set(path, bytes ? sha256(bytes) : 'unreadable');
  }
  return { events, pictures };
}

/** Stores customers' pending bookings of today. */
async function storeJobs(server: Server, seed: number, mark: string): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let place = 0; place < JOBS; place++) {
    const slot = pick(randomOf(seed, mark, 'job', place), SLOTS);
    const name = `${mark} customer ${place}`;
    const email = `${mark}.${place}@example.com`;
    const stored = await storeBooking(server, { name, email, inDays: 0, slot });
    const settings = { crew: [], access: null, instructions: null };
    jobs.push(new Job({ ...stored, ...settings, name, email, series: null, status: 'pending' }));
  }
  return jobs;
}

interface OfficeFacts {
  name: string;
  server: Server;
  user: User;
  /** Those of the crew; a month adds to them. */
  jobs: readonly Job[];
  members: readonly Member[];
}

/** About the most people of one job. */
const MOST_MEMBERS = 2;

/** The office: it changes jobs, and gives and ends the keys of phones, by requests that it repeats until they are answered. */
export class CrewOffice implements Actor {
  readonly name: string;
  readonly device = null;
  readonly statements: Ledger;
  readonly jobs: readonly Job[];
  readonly phones: Cleaner[] = [];
  readonly calls: OfficeCalls;
  readonly #server: Server;
  readonly #members: readonly Member[];
  readonly #codes = new Map<string, string>();
  #roundsToKill = Infinity;
  #killMs = 0;

  constructor({ name, server, user, jobs, members }: OfficeFacts) {
    this.name = name;
    this.statements = new Ledger(name);
    this.jobs = jobs;
    this.calls = new OfficeCalls(server, user);
    this.#server = server;
    this.#members = members;
  }

  /** Confirms every job and gives it to somebody. */
  async begin(random: Random): Promise<void> {
    for (const job of this.jobs) {
      await this.#move(job, random);
      await this.#assign(job, random);
      if (chance(random, 0.5)) await this.#entrust(job, random);
    }
  }

  /** Lets the server be killed in one of the rounds. */
  killAt(random: Random, rounds: number): void {
    this.#roundsToKill = between(random, 0, rounds - 1);
    this.#killMs = between(random, 0, 100);
  }

  async act(random: Random): Promise<void> {
    const killing =
      this.#roundsToKill-- === 0 ? sleep(this.#killMs).then(() => this.#server.kill()) : null;
    if (chance(random, ACTS_A_ROUND)) await this.#change(random);
    await killing;
  }

  async settle(): Promise<void> {
    // Its requests are repeated at once.
  }

  /** A new code of a person, in place of the open one. */
  async codeFor({ id }: Member): Promise<string> {
    const { code } = await this.calls.call<{ code: string }>('crew_code', { _crew_id: id });
    this.#codes.set(id, code);
    return code;
  }

  /** Whether a code is the newest of its person. */
  isNewest = ({ id }: Member, code: string): boolean => this.#codes.get(id) === code;

  /** The bytes of a report's picture; null if the server has none. */
  readPicture = (path: string): Promise<Uint8Array | null> => this.calls.file(`jobs/${path}`);

  async #change(random: Random): Promise<void> {
    const today = londonTime().day;
    const open = this.jobs.filter(({ state }) => state.day >= today);
    if (open.length === 0) return;
    const job = pick(random, open);
    const { status } = job.state;
    if (status === 'gone') return;
    const isOpen = status === 'confirmed';
    switch (
      weighted(random, {
        assign: 6,
        move: isOpen ? 2 : 0,
        cancel: isOpen ? 1 : 0,
        confirm: isOpen ? 0 : 4,
        entrust: 1,
        instruct: 1,
        end: 1,
        delete: 0.2,
      })
    ) {
      case 'assign':
        return this.#assign(job, random);
      case 'move':
        return this.#move(job, random);
      case 'cancel':
        return this.#answer(job, 'cancelled', { status: 'cancelled' });
      case 'confirm':
        if (status === 'cancelled') await this.#answer(job, 'reopened', { status: 'pending' });
        return this.#move(job, random);
      case 'entrust':
        return this.#entrust(job, random);
      case 'instruct':
        return this.#set(job, 'instructions', `Instructions ${random()}`);
      case 'end':
        return this.#end(pick(random, this.phones));
      case 'delete':
        return this.#delete(job);
    }
  }

  #assign(job: Job, random: Random): Promise<void> {
    const share = Math.min(0.65, MOST_MEMBERS / this.#members.length);
    const people = this.#members.filter(() => chance(random, share)).map(({ id }) => id);
    return this.#set(job, 'crew', people);
  }

  #entrust(job: Job, random: Random): Promise<void> {
    return this.#set(job, 'access', chance(random, 0.8) ? `Key safe ${random()}` : null);
  }

  #move(job: Job, random: Random): Promise<void> {
    const day = dayAfter(londonTime().day, pick(random, [0, 0, 0, 1, 1, 3]));
    return this.#answer(job, 'confirmed', { status: 'confirmed', day, slot: pick(random, SLOTS) });
  }

  #answer(
    job: Job,
    kind: 'confirmed' | 'cancelled' | 'reopened',
    changes: Partial<JobState>,
  ): Promise<void> {
    const { day = null, slot = null } = changes;
    return during(job, changes, () =>
      answerBooking(this.#server, this.calls, job.id, kind, { day, slot }),
    );
  }

  #set<Field extends keyof Settings>(
    job: Job,
    field: Field,
    value: Settings[Field],
  ): Promise<void> {
    const expected = job.state[field];
    return during(job, { [field]: value }, () =>
      setBooking(this.#server, this.calls, job.id, { field, expected, value }),
    );
  }

  async #end({ name, endings }: Cleaner): Promise<void> {
    const devices = await this.calls.call<{ id: string; name: string }[]>('crew_devices', {});
    for (const { id } of devices.filter((device) => device.name === name)) {
      const ending = { from: now(), until: Infinity };
      endings.push(ending);
      await this.calls.call('end_crew_device', { _id: id });
      ending.until = now();
    }
  }

  /** A series' first booking goes with every visit of it. */
  async #delete(job: Job): Promise<void> {
    const gone = this.jobs.filter(({ id, series }) => id === job.id || series === job.id);
    const ends = gone.map((one) => one.begin({ status: 'gone' }));
    await this.calls.call('delete_rows', { listed: 'bookings', ids: [job.id] });
    for (const done of ends) done();
  }
}

/** The server makes the changes of a job at some time while the work runs. */
async function during(
  job: Job,
  changes: Partial<JobState>,
  work: () => Promise<unknown>,
): Promise<void> {
  const done = job.begin(changes);
  await work();
  done();
}
