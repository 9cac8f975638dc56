/** The tables and functions in which the server has bookings, with their answers, settings, reports and reminders. */
import { randomUUID } from 'node:crypto';
import type { Answer, BookingStatus, OfficeAnswer } from '../../src/core/domain/answers.ts';
import type { AnswerActor } from '../../src/core/domain/booking-events.ts';
import type { Repeat } from '../../src/core/domain/repeats.ts';
import type { Slot } from '../../src/core/domain/slots.ts';
import { historyOf, isFormer, setFormer } from './former-server.ts';
import type { OfficeCalls } from './office-calls.ts';
import type { Server } from './server.ts';

/** A booking of a run, or a visit of its series, as it is before the first answer. */
export interface Booking {
  id: string;
  day: string;
  slot: Slot;
  rev: number;
}

/** An answer of the office or of a customer. */
export interface StoredEvent {
  id: string;
  booking_id: string;
  actor: AnswerActor;
  kind: Answer;
  day: string | null;
  time_slot: Slot | null;
  every: Repeat | null;
  rev: number;
  /** The day in London on which it was given. */
  given_on: string;
}

/** A booking's own state. */
export interface State {
  status: BookingStatus;
  day: string;
  time_slot: Slot;
}

/** A booking, or a visit of a series. */
interface StoredRow extends State {
  id: string;
  /** The first booking of the visit's series. */
  series: string | null;
  /** The day that the visit was made for. */
  series_day: string | null;
}

/** Bookings and the visits of their series, with the answers to them. */
export interface Answered {
  /** In their order. */
  events: readonly StoredEvent[];
  rows: ReadonlyMap<string, StoredRow>;
  today: string;
  /** The last day for which visits are made. */
  horizon: string;
}

/** Stores a pending booking `inDays` days from London's today; `job` is the crew's name for it. */
export async function storeBooking(
  server: Server,
  { name, email, inDays, slot }: { name: string; email: string; inDays: number; slot: Slot },
): Promise<Booking & { job: string }> {
  const [row] = await server.query<Booking & { job: string }>(
    `insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time)
     values ($1, '0141 555 0100', $2, '1 High Street, Paisley PA1 1AA', 'residential', private.london_today() + $3::int, $4)
     returning id, job, preferred_date::text as day, preferred_time as slot, rev::int`,
    [name, email, inDays, slot],
  );
  if (!row) throw new Error(`The booking of ${name} could not be stored`);
  return row;
}

interface AnswerValues {
  day?: string | null;
  slot?: string | null;
  message?: string | null;
  every?: Repeat | null;
}

/** Gives an answer of the office to the booking's present state. Returns its id, and the revision that it was given to. */
export async function answerBooking(
  server: Server,
  calls: OfficeCalls,
  id: string,
  kind: OfficeAnswer,
  { day = null, slot = null, message = null, every = null }: AnswerValues,
): Promise<{ eventId: string; rev: number }> {
  const [row] = await server.query<{ rev: number }>(
    'select rev::int from public.bookings where id = $1',
    [id],
  );
  const eventId = randomUUID();
  const rev = row?.rev ?? 0;
  const { outcome } = await calls.call<{ outcome: string }>('answer_booking', {
    ...{ _event_id: eventId, _booking_id: id, _expected_revision: rev, _kind: kind },
    ...{ _day: day, _time_slot: slot, _message: message, _every: every },
  });
  if (outcome !== 'added') throw new Error(`The office's ${kind} was ${outcome}`);
  return { eventId, rev };
}

/** The settings of a booking: who goes, the instructions, and the way in. */
export interface Settings {
  crew: readonly string[];
  instructions: string | null;
  access: string | null;
}

/** Sets a booking's field, which has the expected value. */
export async function setBooking<Field extends keyof Settings>(
  server: Server,
  calls: OfficeCalls,
  id: string,
  { field, expected, value }: { field: Field; expected: Settings[Field]; value: Settings[Field] },
): Promise<void> {
  if (await isFormer(server)) return setFormer(server, calls, id, { field, value });
  const { outcome } = await calls.call<{ outcome: string }>('set_booking', {
    ...{ _id: randomUUID(), _booking_id: id, _field: field },
    ...{ _expected: JSON.stringify(expected), _value: JSON.stringify(value) },
  });
  if (outcome !== 'set') throw new Error(`The office's change of the ${field} was ${outcome}`);
}

/** The number of answers to each booking. */
export async function countAnswers(
  server: Server,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { answers } = await historyOf(server);
  const rows = await server.query<{ id: string; count: number }>(
    `select booking_id as id, count(*)::int as count from ${answers} e where booking_id = any ($1::uuid[]) group by booking_id`,
    [ids],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Reads bookings with their answers, once all due visits are made. */
export async function readAnswered(
  server: Server,
  bookings: readonly Booking[],
): Promise<Answered> {
  await server.query('select private.make_due_visits(1000)');
  const ids = [bookings.map(({ id }) => id)];
  const rows = await server.query<StoredRow>(
    `select id, series, series_day::text, status, preferred_date::text as day, preferred_time as time_slot
     from public.bookings where id = any ($1::uuid[]) or series = any ($1::uuid[])`,
    ids,
  );
  const events = await server.query<StoredEvent>(
    `select id, booking_id, actor, kind, day::text, time_slot, every, rev::int,
       (created_at at time zone 'Europe/London')::date::text as given_on
     from public.booking_events
     where booking_id in (select id from public.bookings where id = any ($1::uuid[]) or series = any ($1::uuid[]))
     order by rev`,
    ids,
  );
  const [days] = await server.query<Pick<Answered, 'today' | 'horizon'>>(
    'select private.london_today()::text as today, private.series_horizon()::text as horizon',
  );
  return {
    events,
    rows: new Map(rows.map((row) => [row.id, row])),
    ...(days ?? { today: '', horizon: '' }),
  };
}

/** A visit as the crew sees it. */
export interface JobRow extends Settings {
  id: string;
  /** The crew's name for it. */
  job: string;
  name: string;
  email: string;
  series: string | null;
  status: BookingStatus;
  day: string;
  slot: Slot;
}

/** Today's and tomorrow's visits of the customers whose names begin with `prefix`. */
export const readJobs = (server: Server, prefix: string): Promise<JobRow[]> =>
  server.query<JobRow>(
    `select id, job, name, email, series, status, preferred_date::text as day, preferred_time as slot, crew, access, instructions
     from public.bookings
     where name like $1 || '%' and preferred_date between private.london_today() and private.london_today() + 1
     order by job`,
    [prefix],
  );

/** A report of the crew. */
export interface ReportEvent {
  id: string;
  message: string | null;
}

/** The reports on these bookings. */
export const readReports = (server: Server, ids: readonly string[]): Promise<ReportEvent[]> =>
  server.query<ReportEvent>(
    `select id, message from public.crew_reports where booking_id = any ($1::uuid[])`,
    [ids],
  );

/** The paths of these reports' pictures. */
export async function readPictures(server: Server, ids: readonly string[]): Promise<string[]> {
  const files = await server.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'jobs' and substring(name from 1 for 36) = any ($1)`,
    [ids],
  );
  return files.map(({ name }) => name);
}

/** The reports among these that the server has, with the number of their pictures. */
export async function countPictures(
  server: Server,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { reports } = await historyOf(server);
  const rows = await server.query<{ id: string; pictures: number }>(
    `select e.id, (select count(*)::int from storage.objects o where o.bucket_id = 'jobs' and o.name like e.id || '/%') as pictures
     from ${reports} e where e.id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, pictures }) => [id, pictures]));
}

/** Tomorrow's confirmed visits whose customers were not reminded this evening, and are due. */
export async function readUnreminded(
  server: Server,
): Promise<{ id: string; name: string; day: string }[]> {
  const { reminders } = await historyOf(server);
  return server.query(
    `select b.id, b.name, b.preferred_date::text as day from public.bookings b
     where b.status = 'confirmed' and b.preferred_date = private.london_today() + 1 and b.email is not null
       and b.created_at < now() - interval '25 hours'
       and not exists (
         select from public.booking_events e where e.booking_id = b.id
           and e.kind in ('confirmed', 'accepted', 'repeated') and e.created_at > now() - interval '25 hours'
       )
       and not exists (select from ${reminders} r where r.booking_id = b.id and r.day = b.preferred_date)`,
  );
}

/** An answer or a reminder, with its mail to the customer. */
export interface MailedEvent {
  id: string;
  booking_id: string;
  name: string;
  actor: AnswerActor;
  kind: Answer | 'reminded';
  day: string | null;
  time_slot: Slot | null;
  /** The visit that the booking was made for. */
  first_day: string;
  first_slot: Slot;
  is_visit: boolean;
  receipt_id: string | null;
  /** The mail's; null without one. */
  state: string | null;
}

/** Every event of the bookings whose names begin with one of these words, in their order. */
export const readMailed = (server: Server, words: readonly string[]): Promise<MailedEvent[]> =>
  server.query<MailedEvent>(
    `select e.id, e.booking_id, b.name, e.actor, e.kind, e.day::text, e.time_slot, r.id as receipt_id, r.state,
       b.series is not null as is_visit, coalesce(b.series_day, b.preferred_date)::text as first_day, b.preferred_time as first_slot
     from (
       select id, booking_id, actor, kind, day, time_slot, rev from public.booking_events
       union all select id, booking_id, 'office', 'reminded', day, time_slot, rev from private.reminders
     ) e join public.bookings b on b.id = e.booking_id left join private.receipts r on e.id in (r.event_id, r.reminder_id)
     where split_part(b.name, ' ', 1) = any ($1) order by e.rev`,
    [words],
  );
