import type { JobRow, Settings } from '../bookings.ts';
import type { Server } from '../server.ts';
import { sha256 } from '../sha256.ts';

/** A span of the machine's clock, in ms; `until` is Infinity while it lasts. */
export interface Span {
  from: number;
  until: number;
}

export const now = (): number => performance.now();

/** A job between two changes of the office. */
export interface JobState extends Settings, Pick<JobRow, 'day' | 'slot'> {
  status: JobRow['status'] | 'gone';
}

/** A customer's booking as the office changes it: an independent account of a job's states. */
export class Job {
  readonly id: string;
  /** The crew's name for it. */
  readonly job: string;
  readonly name: string;
  readonly email: string;
  /** The first booking of its customer's series; null for one without visits to come. */
  readonly series: string | null;
  readonly #phases: { state: JobState; since: Span }[];

  constructor({ id, job, name, email, series, ...state }: JobRow) {
    this.id = id;
    this.job = job;
    this.name = name;
    this.email = email;
    this.series = series;
    this.#phases = [{ state, since: { from: 0, until: 0 } }];
  }

  get state(): JobState {
    return this.#phases.at(-1)?.state as JobState;
  }

  /** Begins a change, which the server makes at some time before the returned function is called. */
  begin(changes: Partial<JobState>): () => void {
    const since = { from: now(), until: Infinity };
    this.#phases.push({ state: { ...this.state, ...changes }, since });
    return () => (since.until = now());
  }

  /** The states that the job may have had in a span. */
  during({ from, until }: Span): JobState[] {
    return this.#phases
      .filter(
        ({ since }, place) =>
          since.from <= until && (this.#phases[place + 1]?.since.until ?? Infinity) >= from,
      )
      .map(({ state }) => state);
  }

  /** Whether it may have been deleted by now. */
  get mayBeGone(): boolean {
    return this.state.status === 'gone';
  }
}

/** A person of the crew. */
export interface Member {
  id: string;
  name: string;
}

/** Stores people of the crew. */
export async function storeMembers(
  server: Server,
  names: readonly string[],
  mark: string,
): Promise<Member[]> {
  const members: Member[] = [];
  for (const first of names) {
    const name = `${first} ${mark}`;
    const [row] = await server.query<{ id: string }>(
      'insert into public.crew (name) values ($1) returning id',
      [name],
    );
    if (row) members.push({ id: row.id, name });
  }
  return members;
}

/** A photograph: a PNG with a chunk that names a place, and the bytes of it that may leave a phone. */
export interface Photo {
  bytes: ArrayBuffer;
  /** Of the bytes without that chunk. */
  sha256: string;
}

function chunk(name: string, text: string): Buffer {
  const data = Buffer.from(text);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, Buffer.from(name), data, Buffer.alloc(4)]);
}

export function takePhoto(mark: string): Photo {
  const start = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', mark)]);
  const end = Buffer.concat([chunk('IDAT', mark.repeat(20)), chunk('IEND', '')]);
  const bytes = Buffer.concat([start, chunk('eXIf', 'Paisley'), end]);
  return {
    bytes: Uint8Array.from(bytes).buffer,
    sha256: sha256(Buffer.concat([start, end])),
  };
}
