import { randomUUID } from 'node:crypto';
import { ADMIN, ANON, type Caller, type useDatabase } from './database.ts';
import { aBooking, aPerson } from './records.ts';

/** A job on a sheet, as the server sends it. */
export interface SheetJob {
  job: string;
  day: string;
  time_slot: string;
  name: string;
  access: string | null;
  with: string[];
}

export interface Sheet {
  name: string;
  now: string;
  today: string;
  ends_at: string;
  jobs: SheetJob[];
  later: { day: string; time_slot: string; district: string | null }[];
}

interface AnswerOptions {
  eventId?: string;
  /** The revision that the answer is given to; by default the present one. */
  rev?: string;
  day?: string | null;
  slot?: string | null;
  message?: string | null;
  every?: number | null;
  crew?: readonly string[] | null;
  forSeries?: boolean;
}

interface ReportOptions {
  eventId?: string;
  message?: string | null;
  pictures?: number | null;
  madeAt?: string | null;
}

/** Office and crew of a test database. Days are named by their distance from today in London. */
export function crewOf({
  as,
  asOwner,
  insertAs,
}: Pick<ReturnType<typeof useDatabase>, 'as' | 'asOwner' | 'insertAs'>) {
  const call = async <T>(caller: Caller, sql: string, params: unknown[] = []): Promise<T> =>
    (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
      ?.result as T;
  const dayIn = async (days: number) =>
    (
      await asOwner<{ day: string }>('select (private.london_today() + $1::int)::text as day', [
        days,
      ])
    )[0]?.day ?? '';

  /** London's day for the database, until it is set again. */
  const setToday = (day: string) =>
    asOwner(`create or replace function private.london_today() returns date
      language sql stable parallel safe set search_path = '' as $$ select '${day}'::date $$`);
  /** Whether it is six in the evening in London, until it is set again. */
  const setEvening = (isEvening: boolean) =>
    asOwner(`create or replace function private.is_access_time(at timestamptz) returns boolean
      language sql stable parallel safe set search_path = '' as $$ select ${isEvening} $$`);

  const revisionOf = async (id: string) =>
    (await asOwner<{ rev: string }>('select rev from public.bookings where id = $1', [id]))[0]
      ?.rev ?? null;
  const answer = async (id: string, kind: string, options: AnswerOptions = {}) =>
    call<{ outcome: string; state: { status: string; rev: number } | null; standing: unknown }>(
      ADMIN,
      'public.answer_booking($1, $2, $3, $4, $5, $6, $7, $8, null, null, $9, $10)',
      [
        options.eventId ?? randomUUID(),
        id,
        options.rev ?? (await revisionOf(id)),
        kind,
        options.day ?? null,
        options.slot ?? null,
        options.message ?? null,
        options.every ?? null,
        options.crew ?? null,
        options.forSeries ?? false,
      ],
    );

  async function addPerson(name = 'Ann Baker'): Promise<string> {
    const person = aPerson({ name });
    await insertAs(ADMIN, 'public.crew', person);
    return person.id;
  }
  const newKey = () => randomUUID().replaceAll('-', '');
  const codeFor = async (person: string) =>
    (await call<{ code: string; expires_at: string }>(ADMIN, 'public.crew_code($1)', [person]))
      .code;
  const register = (code: string | null, key: string, caller: Caller = ANON) =>
    call<{ outcome: string; name?: string }>(caller, 'public.crew_register($1, $2, $3)', [
      code,
      key,
      'Chrome on Android',
    ]);
  /** The key of a new device of a person. */
  async function deviceOf(person: string): Promise<string> {
    const key = newKey();
    await register(await codeFor(person), key);
    return key;
  }
  const sheetOf = (key: string | null, caller: Caller = ANON) =>
    call<Sheet | null>(caller, 'public.crew_jobs($1)', [key]);

  /** A booking that is confirmed for a day, and given to people. */
  async function jobFor(crew: readonly string[], days = 0, changes: object = {}): Promise<string> {
    const day = await dayIn(days);
    const booking = aBooking({
      email: `${randomUUID()}@example.com`,
      address: '1 High Street\nPaisley PA1 2AB',
      preferred_date: day,
      preferred_time: 'morning',
      ...changes,
    });
    await insertAs(ANON, 'public.bookings', booking);
    await answer(booking.id, 'confirmed', { day, slot: booking.preferred_time });
    await answer(booking.id, 'assigned', { crew });
    return booking.id;
  }
  /** The crew's name for a booking. */
  const jobOf = async (id: string) =>
    (await asOwner<{ job: string }>('select job from public.bookings where id = $1', [id]))[0]
      ?.job ?? '';
  const report = (
    key: string,
    job: string,
    kind: string,
    { eventId = randomUUID(), message = null, pictures = 0, madeAt = null }: ReportOptions = {},
    caller: Caller = ANON,
  ) =>
    call<{ outcome: string; late?: string | null }>(
      caller,
      'public.crew_report($1, $2, $3, $4, $5, $6, $7)',
      [key, eventId, job, kind, message, pictures, madeAt],
    );

  return {
    call,
    dayIn,
    setToday,
    setEvening,
    revisionOf,
    answer,
    addPerson,
    newKey,
    codeFor,
    register,
    deviceOf,
    sheetOf,
    jobFor,
    jobOf,
    report,
  };
}
