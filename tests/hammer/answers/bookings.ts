import { between, pick, randomOf } from '../random.ts';
import type { Server } from '../server.ts';
import type { Booking } from './ledger.ts';
import type { ReadResult, StoredEvent, StoredRow } from './stored.ts';

const BOOKINGS = 3;

/** Stores a customer's pending bookings; the first is for today, so it can be completed. */
export async function storeBookings(
  server: Server,
  seed: number,
  customer: string,
): Promise<Booking[]> {
  const bookings: Booking[] = [];
  for (let index = 0; index < BOOKINGS; index++) {
    const random = randomOf(seed, customer, 'booking', index);
    const slot = pick(random, ['morning', 'afternoon', 'evening'] as const);
    const days = index === 0 ? 0 : between(random, 30, 200);
    const [row] = await server.query<Booking>(
      `insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time)
       values ($1, '0141 555 0100', 'ann@example.com', '1 High Street', 'deep', private.london_today() + $2::int, $3)
       returning id, preferred_date::text as day, preferred_time as slot, rev::int`,
      [customer, days, slot],
    );
    if (row) bookings.push(row);
  }
  return bookings;
}

/** The number of events of each booking. */
export async function countEvents(
  server: Server,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await server.query<{ id: string; count: number }>(
    'select booking_id as id, count(*)::int as count from public.booking_events where booking_id = any ($1::uuid[]) group by booking_id',
    [ids],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Reads the server's data about bookings and the visits of their series, once all due visits are made. */
export async function readAnswered(
  server: Server,
  bookings: readonly Booking[],
): Promise<ReadResult> {
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
     where booking_id in (select id from public.bookings where id = any ($1::uuid[]) or series = any ($1::uuid[])) order by rev`,
    ids,
  );
  const [days] = await server.query<Pick<ReadResult, 'today' | 'horizon'>>(
    'select private.london_today()::text as today, private.series_horizon()::text as horizon',
  );
  return {
    events,
    rows: new Map(rows.map((row) => [row.id, row])),
    ...(days ?? { today: '', horizon: '' }),
  };
}
