import { randomUUID } from 'node:crypto';
import type { OfficeAnswer } from '../../../src/core/domain/answers.ts';
import { REPEATS, type Repeat } from '../../../src/core/domain/booking-events.ts';
import { SLOTS } from '../../../src/core/domain/slots.ts';
import { giveAnswer, type Booking, type GivenAnswer } from '../answers/ledger.ts';
import { Job, type JobState, type Member } from '../crew/jobs.ts';
import type { OfficeCalls } from '../office-calls.ts';
import { between, chance, pick, randomOf } from '../random.ts';
import type { Server } from '../server.ts';

/** A customer with regular visits, as the office entered them. */
export interface Regular {
  booking: Booking;
  /** The office's answers to the customer that began the series. */
  answers: GivenAnswer[];
}

interface Wanted {
  /** The first word of their names. */
  kind: string;
  count: number;
  seed: number;
  members: readonly Member[];
}

/** Stores customers whose visits begin within a week, each with one or two people who go. */
export async function storeRegulars(
  server: Server,
  calls: OfficeCalls,
  { kind, count, seed, members }: Wanted,
): Promise<Regular[]> {
  const regulars: Regular[] = [];
  for (let place = 0; place < count; place++) {
    const random = randomOf(seed, kind, place);
    const name = `${kind} ${place}`;
    const [booking] = await server.query<Booking>(
      `insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time)
       values ($1, '0141 555 0100', $2, '1 High Street, Paisley PA1 1AA', 'residential', private.london_today() + $3::int, $4)
       returning id, preferred_date::text as day, preferred_time as slot, rev::int`,
      [name, `${kind}.${place}.s${seed}@example.com`, between(random, 0, 6), pick(random, SLOTS)],
    );
    if (!booking) throw new Error(`${name} could not be stored`);
    const { id, day, slot } = booking;
    const answers: GivenAnswer[] = [];
    const answer = async (
      of: OfficeAnswer,
      { day: visit = null, message = null, every = null }: Partial<AnswerValues>,
    ) => {
      const [row] = await server.query<{ rev: number }>(
        'select rev::int from public.bookings where id = $1',
        [id],
      );
      const eventId = randomUUID();
      const timeSlot = visit === null ? null : slot;
      const { outcome } = await calls.call<{ outcome: string }>('answer_booking', {
        _event_id: eventId,
        _booking_id: id,
        _expected_revision: row?.rev,
        _kind: of,
        _day: visit,
        _time_slot: timeSlot,
        _message: message,
        _every: every,
      });
      if (outcome !== 'added') throw new Error(`${name}: ${of} was ${outcome}`);
      answers.push({
        ...giveAnswer(eventId, id, of, row?.rev ?? 0, {
          values: { day: visit, time_slot: timeSlot, every },
        }),
        fate: 'done',
      });
    };
    const set = (field: string, expected: unknown, value: unknown) =>
      calls.call('set_booking', {
        ...{ _id: randomUUID(), _booking_id: id, _field: field, _expected: expected },
        _value: value,
      });
    await answer('confirmed', { day });
    const first = pick(random, members);
    const other = pick(random, members);
    const crew = chance(random, 0.3) && first !== other ? [first.id, other.id] : [first.id];
    await set('crew', [], crew);
    if (chance(random, 0.3)) await set('access', null, `Key safe ${place}`);
    await answer('repeated', { day, every: pick(random, REPEATS) });
    regulars.push({ booking, answers });
  }
  return regulars;
}

interface AnswerValues {
  day: string | null;
  message: string | null;
  every: Repeat | null;
  crew: readonly string[] | null;
}

interface JobRow extends JobState {
  id: string;
  job: string;
  name: string;
  email: string;
  series: string | null;
  is_repeated: boolean;
}

/** Adds today's and tomorrow's visits of these customers to the ledger, as they are now. */
export async function listJobs(
  server: Server,
  kind: string,
  ledger: Map<string, Job>,
): Promise<void> {
  const rows = await server.query<JobRow>(
    `select id, job, name, email, series, status, preferred_date::text as day, preferred_time as slot, crew, access, instructions
     from public.bookings
     where name like $1 || ' %' and preferred_date between private.london_today() and private.london_today() + 1`,
    [kind],
  );
  for (const row of rows) {
    const { status, day, slot, crew, access, instructions } = row;
    if (!ledger.has(row.id))
      ledger.set(row.id, new Job(row, { status, day, slot, crew, access, instructions }));
  }
}

/** The jobs that a person's phone has to show now, by an account of the stored rows alone. */
export async function jobsOf(server: Server, { id }: Member): Promise<ShownJob[]> {
  return server.query<ShownJob>(
    `select job, name, preferred_date::text as day, preferred_time as time_slot, access, instructions from public.bookings
     where status = 'confirmed' and array_position(crew, $1::uuid) is not null
       and (preferred_date = private.london_today() or preferred_date = private.london_today() + 1)
     order by job`,
    [id],
  );
}

/** A job as a phone shows it. */
export interface ShownJob {
  job: string;
  name: string;
  day: string;
  time_slot: string;
  access: string | null;
  instructions: string | null;
}
