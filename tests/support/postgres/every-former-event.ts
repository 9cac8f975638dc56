import { createHash, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { ADMIN, ANON, asCaller, type Caller } from '../database.ts';
import { requestsTo } from './server-database.ts';

/** Adds an event of every kind to a database of release 1.0.0, through its functions. */
export async function everyFormerEvent(client: Client): Promise<void> {
  const call = async (caller: Caller, name: string, ...values: unknown[]) => {
    const places = values.map((_, n) => `$${n + 1}`).join(', ');
    const sql = `select public.${name}(${places}) ->> 'outcome' as outcome`;
    const [row] = await asCaller(requestsTo(client), caller, (query) =>
      query<{ outcome: string }>(sql, values),
    );
    if (row?.outcome !== 'added') throw new Error(`${name}: ${row?.outcome} for ${String(values)}`);
  };
  const dayIn = async (days: number) =>
    (
      await client.query<{ day: string }>(
        'select (private.london_today() + $1::int)::text as day',
        [days],
      )
    ).rows[0]?.day ?? null;
  const book = async (days: number) => {
    const id = randomUUID();
    await client.query(
      `insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time)
       values ($1::uuid, 'Ailsa Craig', '0141 496 0199', $1::uuid || '@example.com', '12 Gauze Street', 'deep', $2::date, 'morning')`,
      [id, await dayIn(days)],
    );
    return id;
  };
  const revisionOf = async (id: string) =>
    (await client.query<{ rev: number }>('select rev from public.bookings where id = $1', [id]))
      .rows[0]?.rev;
  const answer = async (
    id: string,
    kind: string,
    {
      day = null as string | null,
      slot = 'morning' as string | null,
      message = null as string | null,
      every = null as number | null,
      price = null as number | null,
      crew = null as string[] | null,
      forSeries = false,
    } = {},
  ) =>
    call(
      ADMIN,
      'answer_booking',
      ...[randomUUID(), id, await revisionOf(id), kind, day, day && slot, message, every],
      ...[price, price && 'visit', crew, forSeries],
    );
  const person = async (name: string) => {
    const { rows } = await client.query<{ id: string }>(
      'insert into public.crew (name) values ($1) returning id',
      [name],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `insert into private.crew_devices (crew_id, key_hash, name) values ($1, $2, 'Chrome on Android')`,
      [id, createHash('sha256').update(name).digest()],
    );
    return id;
  };
  const report = async (key: string, id: string, kind: string, message: string | null, n = 0) => {
    const { rows } = await client.query<{ job: string }>(
      'select job from public.bookings where id = $1',
      [id],
    );
    await call(ANON, 'crew_report', key, randomUUID(), rows[0]?.job, kind, message, n, null);
  };

  await client.query(`select setval('private.revision', (select max(rev) from public.bookings))`);
  const [shona, una, iain] = [await person('Shona'), await person('Una'), await person('Iain')];
  const day = await dayIn(3);
  const single = await book(3);
  await answer(single, 'assigned', { crew: [shona, iain] });
  await answer(single, 'confirmed', { day, price: 5500 });
  await answer(single, 'instructed', { message: 'Begin upstairs.' });
  await answer(single, 'instructed');
  await answer(single, 'entrusted', { message: 'Key safe 4711.' });
  await report('Shona', single, 'done', 'Before anybody was assigned again.', 2);
  await answer(single, 'assigned', { crew: [una, iain], forSeries: true });
  await report('Shona', single, 'locked-out', 'Given away.');
  await report('Una', single, 'noted', 'In time.');
  await report('Iain', single, 'noted', 'By a person who was deleted.');
  await client.query('delete from public.crew where id = $1', [iain]);
  await answer(single, 'cancelled', { message: 'We are full.' });
  await report('Una', single, 'done', 'After the cancellation.');
  await answer(single, 'reopened');
  await answer(single, 'offered', { day: await dayIn(5), price: 6000 });

  const first = await book(-7);
  await answer(first, 'confirmed', { day: await dayIn(-7) });
  await answer(first, 'completed');
  await answer(first, 'assigned', { crew: [shona] });
  await answer(first, 'entrusted', { message: 'Key safe 4711.' });
  await answer(first, 'repeated', { day: await dayIn(0), every: 1, price: 5500 });
  await answer(first, 'assigned', { crew: [una], forSeries: true });
  await answer(first, 'instructed', { message: 'Begin upstairs.' });
  const { rows } = await client.query<{ id: string }>(
    'select id from public.bookings where series = $1 order by preferred_date',
    [first],
  );
  const [visit = '', asked = '', skipped = ''] = rows.map(({ id }) => id);
  await answer(visit, 'assigned', { crew: [shona, una] });
  await client.query(
    `select private.add_event(b, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
       'id', gen_random_uuid(), 'booking_id', b.id, 'actor', 'office', 'kind', 'reminded',
       'day', b.preferred_date, 'time_slot', b.preferred_time)), b.status)
     from public.bookings b where id = any($1)`,
    [[visit, asked]],
  );
  await call(ANON, 'answer_request', randomUUID(), skipped, 'cancelled', null);
  await call(
    ANON,
    'answer_request',
    ...[randomUUID(), asked, 'asked', null, null, null, await dayIn(9), 'evening'],
  );
  await answer(asked, 'kept');
  await answer(first, 'stopped', { day: await dayIn(30), slot: null });
  await client.query(
    `update private.receipts set state = 'sent', reason = null, attempts = 1 where state = 'pending' and event_id in (
       select id from public.booking_events where kind in ('reminded', 'completed'))`,
  );
}
