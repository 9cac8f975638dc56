import { startBackend, type TestBackend } from '../support/backend.ts';

/** The notes of the oldest bookings, from ten thousand bookings on. */
export const MOVED = 'Has moved away since.';
const MOVED_AWAY = 5_000;

/** Regular customers and their visits ahead, about six each. */
const SERIES = 300;

/** Makes the visits of regular customers among a backend's bookings. Returns their number. */
export async function addRegularVisits(backend: TestBackend): Promise<number> {
  await backend.query('alter table public.booking_events disable trigger user');
  await backend.query(
    `insert into public.booking_events (id, booking_id, actor, kind, day, time_slot, every, rev)
     select gen_random_uuid(), id, 'office', 'repeated', private.london_today() + (row_number() over (order by id))::int % 7, 'morning', 1, rev
     from (select id, rev from public.bookings order by id limit $1) as first`,
    [SERIES],
  );
  await backend.query('alter table public.booking_events enable trigger user');
  const [row] = await backend.query<{ made: number }>(
    'select private.make_due_visits($1) as made',
    [SERIES],
  );
  return row?.made ?? 0;
}

/**
 * A backend with this many bookings since 2020, the first year that the database accepts, each for
 * a day one to thirty days after its creation, with its alert sent. The last was made a minute ago.
 * Every hundredth booking comes with a message.
 */
export async function startTenYears(bookings: number): Promise<TestBackend> {
  const backend = await startBackend();
  await backend.query('update private.retention set months = 600');
  await backend.query(`alter table public.bookings disable trigger user`);
  await backend.query(`alter table public.alerts disable trigger user`);
  await backend.query(
    `insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time, notes, status, created_at, rev)
     select gen_random_uuid(), (array['Ailsa', 'Morag', 'Hamish', 'Seán', 'Zoë'])[1 + n % 5] || ' ' || (array['MacLeod', 'O’Neill', 'Reid', 'Kerr'])[1 + n % 4] || ' ' || n,
       '0141 496 ' || lpad((n % 10000)::text, 4, '0'), 'customer' || n || '@example.com', n % 300 || ' Gauze Street, Paisley PA1 1EP',
       (array['residential', 'commercial', 'deep', 'move', 'specialized'])[1 + n % 5], (came + (1 + n % 30) * interval '1 day')::date,
       (array['morning', 'afternoon', 'evening'])[1 + n % 3], case when n > greatest($1::int - $2::int, $2::int) then $3 when n % 3 = 0 then 'Please ring twice, the bell is quiet.' end,
       case when came < now() - interval '30 days' then 'completed' else 'pending' end, came, $1::int + 1 - n
     from (select n, now() - interval '1 minute' - (n - 1) * (interval '2300 days' / greatest($1::int, 10000)) as came from generate_series(1, $1::int) n) as taken`,
    [bookings, MOVED_AWAY, MOVED],
  );
  await backend.query(
    `insert into public.alerts (kind, record_id, state, attempts, created_at, sent_at, rev)
     select 'booking', id, 'sent', 1, created_at, created_at, rev + $1::int from public.bookings`,
    [bookings],
  );
  await backend.query(`select setval('private.revision', $1::int * 2)`, [bookings]);
  await backend.query(`alter table public.bookings enable trigger user`);
  await backend.query(`alter table public.alerts enable trigger user`);
  await backend.query(
    `insert into public.contact_messages (name, email, subject, message, created_at)
     select 'Ann Baker', 'ann@example.com', 'A question', 'Do you clean windows?', now() - n * interval '1 day' from generate_series(1, $1::int / 100) n`,
    [bookings],
  );
  return backend;
}
