import { randomUUID } from 'node:crypto';
import { OfficeCalls } from '../office-calls.ts';
import type { User } from '../portal/users.ts';
import { chance, pick, weighted, type Random } from '../random.ts';
import type { Server } from '../server.ts';
import { now, type Job, type JobState, type Member, type Span } from './jobs.ts';

/** A phone as the office lists it. */
export interface ListedPhone {
  /** Its name on the server. */
  name: string;
  person: Member;
  /** When the office ended its keys. */
  endings: Span[];
}

interface OfficeFacts {
  server: Server;
  user: User;
  /** Those that it changes. */
  jobs: readonly Job[];
  allJobs?: readonly Job[];
  members: readonly Member[];
  phones: readonly ListedPhone[];
}

interface AnswerValues {
  day?: string | null;
  slot?: string | null;
  message?: string | null;
  crew?: readonly string[] | null;
}

/** About the most people of one job. */
const MOST_MEMBERS = 2;

/** The office: it changes jobs, and gives and ends the keys of phones, by requests that it repeats until they are answered. */
export class CrewOffice {
  readonly #facts: OfficeFacts;
  readonly #calls: OfficeCalls;
  readonly #codes = new Map<string, string>();

  constructor(facts: OfficeFacts) {
    this.#facts = facts;
    this.#calls = new OfficeCalls(facts.server, facts.user);
  }

  /** Confirms every job and gives it to somebody. */
  async begin(random: Random): Promise<void> {
    for (const job of this.#facts.jobs) {
      await this.#move(job, random);
      await this.#assign(job, random);
      if (chance(random, 0.5)) await this.#entrust(job, random);
    }
  }

  /** Performs one random act. */
  async act(random: Random): Promise<void> {
    const job = pick(random, this.#facts.jobs);
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
        return this.#answer(job, 'cancelled', {}, { status: 'cancelled' });
      case 'confirm':
        if (status === 'cancelled') await this.#answer(job, 'reopened', {}, { status: 'pending' });
        return this.#move(job, random);
      case 'entrust':
        return this.#entrust(job, random);
      case 'instruct': {
        const instructions = `Instructions ${random()}`;
        return this.#answer(job, 'instructed', { message: instructions }, { instructions });
      }
      case 'end':
        return this.#end(pick(random, this.#facts.phones));
      case 'delete':
        return this.#delete(job);
    }
  }

  /** A new code of a person, in place of the open one. */
  async codeFor({ id }: Member): Promise<string> {
    const { code } = await this.#calls.call<{ code: string }>('crew_code', { _crew_id: id });
    this.#codes.set(id, code);
    return code;
  }

  /** Whether a code is the newest of its person. */
  isNewest = ({ id }: Member, code: string): boolean => this.#codes.get(id) === code;

  /** The bytes of a report's picture; null if the server has none. */
  readPicture = (path: string): Promise<Uint8Array | null> => this.#calls.file(`jobs/${path}`);

  #assign(job: Job, random: Random): Promise<void> {
    const { members } = this.#facts;
    const share = Math.min(0.65, MOST_MEMBERS / members.length);
    const crew = members.filter(() => chance(random, share)).map(({ id }) => id);
    return this.#answer(job, 'assigned', { crew }, { crew });
  }

  async #move(job: Job, random: Random): Promise<void> {
    const [row] = await this.#facts.server.query<{ day: string }>(
      'select (private.london_today() + $1::int)::text as day',
      [pick(random, [0, 0, 0, 1, 1, 3])],
    );
    const day = row?.day ?? '';
    const slot = pick(random, ['morning', 'afternoon', 'evening']);
    return this.#answer(job, 'confirmed', { day, slot }, { status: 'confirmed', day, slot });
  }

  #entrust(job: Job, random: Random): Promise<void> {
    const access = chance(random, 0.8) ? `Key safe ${random()}` : null;
    return this.#answer(job, 'entrusted', { message: access }, { access });
  }

  async #answer(
    job: Job,
    kind: string,
    { day = null, slot = null, message = null, crew = null }: AnswerValues,
    changes: Partial<JobState>,
  ): Promise<void> {
    const [row] = await this.#facts.server.query<{ rev: number }>(
      'select rev::int from public.bookings where id = $1',
      [job.id],
    );
    const done = job.begin(changes);
    const { outcome } = await this.#calls.call<{ outcome: string }>('answer_booking', {
      _event_id: randomUUID(),
      _booking_id: job.id,
      _expected_revision: row?.rev,
      _kind: kind,
      _day: day,
      _time_slot: slot,
      _message: message,
      _crew: crew,
    });
    done();
    if (outcome !== 'added') throw new Error(`The office's ${kind} was ${outcome}`);
  }

  async #end({ name, endings }: ListedPhone): Promise<void> {
    const devices = await this.#calls.call<{ id: string; name: string }[]>('crew_devices', {});
    for (const { id } of devices.filter((device) => device.name === name)) {
      const ending = { from: now(), until: Infinity };
      endings.push(ending);
      await this.#calls.call('end_crew_device', { _id: id });
      ending.until = now();
    }
  }

  /** A series' first booking goes with every visit of it. */
  async #delete(job: Job): Promise<void> {
    const { jobs, allJobs } = this.#facts;
    const gone = (allJobs ?? jobs).filter(({ id, series }) => id === job.id || series === job.id);
    const ends = gone.map((one) => one.begin({ status: 'gone' }));
    await this.#calls.call('delete_rows', { listed: 'bookings', ids: [job.id] });
    for (const done of ends) done();
  }
}
