import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, execute, insertAs } = useDatabase();

interface Claim {
  receipt_id: string;
  event?: { id: string; kind: string; day: string; link_id: string };
}

const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const london = async (days: number) =>
  (
    await asOwner<{ day: string }>('select (private.london_today() + $1::int)::text as day', [days])
  )[0]?.day as string;

const claim = (id: string, { perDay = 1000, reminders = true } = {}) =>
  call<Claim | null>(SERVICE, `public.claim_receipt('booking', $1, $2, $3)`, [
    id,
    perDay,
    reminders,
  ]);
const claimPush = (id: string, reminders = true) =>
  call<{ event: { kind: string } } | null>(SERVICE, 'public.claim_push($1, $2)', [id, reminders]);
const remind = async () =>
  (await asOwner<{ added: number }>('select private.add_reminders(50) as added'))[0]?.added;
const due = async () =>
  (await call<{ data: { id: string } }[]>(SERVICE, 'public.due_alerts(20)')).map(
    ({ data }) => data.id,
  );
const remindersOf = (id: string) =>
  asOwner(
    `select m.day::text as day, m.time_slot, r.state, r.reason, p.state as push, p.reason as push_reason
     from private.reminders m
     left join private.receipts r on r.reminder_id = m.id left join private.event_pushes p on p.reminder_id = m.id
     where m.booking_id = $1`,
    [id],
  );

/** Shifts the rows that are stored so far into the past. */
async function pass(interval: string) {
  for (const table of ['public.booking_events', 'private.reminders'])
    await execute(`
      alter table ${table} disable trigger keep_events;
      update ${table} set created_at = created_at - interval '${interval}';
      alter table ${table} enable trigger keep_events;`);
  await execute(`
    update public.bookings set created_at = created_at - interval '${interval}';
    update private.receipts set created_at = created_at - interval '${interval}', claimed_at = claimed_at - interval '${interval}';
    update private.event_pushes set claimed_at = claimed_at - interval '${interval}';
  `);
}
/** Moves the day of a visit and of its history, as if today were later. */
async function moveDay(id: string, days: number) {
  for (const table of ['public.booking_events', 'private.reminders'])
    await execute(`
      alter table ${table} disable trigger keep_events;
      update ${table} set day = day + (${days}) where booking_id = '${id}';
      alter table ${table} enable trigger keep_events;`);
  await execute(`
    update public.bookings set preferred_date = preferred_date + (${days}) where id = '${id}';
  `);
}
async function answer(
  id: string,
  kind: string,
  day: string | null = null,
  every: number | null = null,
) {
  const { outcome } = await call<{ outcome: string }>(
    ADMIN,
    `public.answer_booking($1, $2, (select rev from public.bookings where id = $2), $3, $4, $5, null, $6)`,
    [randomUUID(), id, kind, day, day && 'morning', every],
  );
  expect(outcome).toBe('added');
}
const device = (bookingId: string) =>
  call(ANON, 'public.notify_request($1, $2, $3, $4, $5)', [
    bookingId,
    randomUUID(),
    `https://fcm.googleapis.com/send/${randomUUID()}`,
    PUSH_KEY,
    'a'.repeat(22),
  ]);

async function book(email: string | null = `${randomUUID()}@example.com`) {
  const booking = aBooking({ email, preferred_date: await london(1) });
  await insertAs(email ? ANON : ADMIN, 'public.bookings', booking);
  return booking.id;
}
/** A visit of tomorrow, confirmed two days ago, whose mails are sent. */
async function bookTomorrow(email?: string | null) {
  const id = await book(email);
  await answer(id, 'confirmed', await london(1));
  await asOwner(`update private.receipts set state = 'sent', attempts = 1 where state = 'pending'`);
  await asOwner(`update public.alerts set state = 'sent'`);
  await pass('2 days');
  return id;
}

it.each([
  ['2026-12-01T15:59:59Z', false],
  ['2026-12-01T16:00:00Z', true],
  ['2026-12-01T23:59:59Z', true],
  ['2026-12-02T00:00:00Z', false],
  ['2026-06-01T14:59:59Z', false],
  ['2026-06-01T15:00:00Z', true],
  ['2026-06-01T23:00:00Z', false],
  // The clocks go forward on 29 March 2026 and back on 25 October.
  ['2026-03-28T16:00:00Z', true],
  ['2026-03-29T14:59:59Z', false],
  ['2026-03-29T15:00:00Z', true],
  ['2026-10-24T15:00:00Z', true],
  ['2026-10-25T15:59:59Z', false],
  ['2026-10-25T16:00:00Z', true],
])('at %s reminders are due: %s', async (at, isDue) => {
  expect(await asOwner('select private.is_reminder_time($1::timestamptz) as due', [at])).toEqual([
    { due: isDue },
  ]);
});

describe('from four in the afternoon', () => {
  beforeAll(() =>
    execute(`create or replace function private.is_reminder_time(at timestamptz) returns boolean
      language sql stable parallel safe set search_path = '' as $$ select true; $$`),
  );
  beforeEach(async () => {
    await asOwner('delete from public.bookings');
    await asOwner('delete from private.submission_hits');
    await asOwner('delete from private.suppressed_addresses');
    await asOwner('delete from private.mail_settings');
    await asOwner('insert into private.mail_settings (per_day, reminders) values (100, true)');
  });

  it('the customer of tomorrow’s visit is reminded once, by mail and notification, a quarter of an hour later', async () => {
    const id = await bookTomorrow();
    await device(id);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    expect(await due()).toEqual([]);
    await pass('15 minutes');
    expect(await due()).toEqual([id]);
    const mail = await claim(id);
    expect(mail?.event).toMatchObject({ kind: 'reminded', day: await london(1), link_id: id });
    expect(await claim(id)).toBeNull();
    expect((await claimPush(id))?.event.kind).toBe('reminded');
    expect(await claimPush(id)).toBeNull();
    await call(SERVICE, 'public.finish_receipt($1, true)', [mail?.receipt_id]);
    await pass('1 hour');
    expect(await claim(id)).toBeNull();
    expect(await remind()).toBe(0);
  });

  it('a visit of a series is reminded of with the link of the first booking', async () => {
    const first = await book();
    await device(first);
    await answer(first, 'repeated', await london(1), 1);
    await asOwner(`update private.receipts set state = 'sent', attempts = 1`);
    const [visit] = await asOwner<{ id: string }>(
      'select id from public.bookings where series = $1 order by preferred_date limit 1',
      [first],
    );
    const id = visit?.id ?? '';
    // A week later.
    await pass('6 days');
    await moveDay(id, -7);
    await asOwner(`update public.bookings set status = 'completed' where id = $1`, [first]);
    expect(await remind()).toBe(1);
    expect((await claim(id))?.event).toMatchObject({ kind: 'reminded', link_id: first });
    expect((await claimPush(id))?.event).toMatchObject({ kind: 'reminded', link_id: first });
  });

  it('nobody is reminded of a request, of another day, and of a cancelled, completed or erased visit', async () => {
    const pending = await book();
    await pass('2 days');
    const [later, today, cancelled, completed, erased] = [
      await bookTomorrow(),
      await bookTomorrow(),
      await bookTomorrow(),
      await bookTomorrow(),
      await bookTomorrow('erased@example.com'),
    ];
    await moveDay(later, 1);
    await moveDay(today, -1);
    await answer(cancelled, 'cancelled');
    await asOwner(`update public.bookings set status = 'completed' where id = $1`, [completed]);
    await call(SERVICE, `public.erase_person('erased@example.com')`);
    expect(await remind()).toBe(0);
    for (const id of [pending, later, today, cancelled, completed, erased])
      expect(await remindersOf(id)).toEqual([]);
  });

  it('nobody is reminded of a visit that was made, confirmed or moved within a day', async () => {
    const [moved, confirmed, repeated, first] = [
      await bookTomorrow(),
      await book(),
      await book(),
      await book(),
    ];
    await moveDay(moved, 1);
    await answer(first, 'confirmed', await london(5));
    await pass('2 days');
    await answer(moved, 'confirmed', await london(1));
    await answer(confirmed, 'confirmed', await london(1));
    await answer(repeated, 'repeated', await london(1), 1);
    // The first booking has another day, so that tomorrow's visit is one that was just made.
    await answer(first, 'repeated', await london(1), 2);
    await pass('23 hours');
    expect(await remind()).toBe(0);
    await pass('1 hour');
    expect(await remind()).toBe(4);
  });

  it('a visit that was moved to another day after its reminder gets the next one', async () => {
    const id = await bookTomorrow();
    expect(await remind()).toBe(1);
    await answer(id, 'confirmed', await london(2));
    await pass('1 day');
    await moveDay(id, -1);
    expect(await remind()).toBe(1);
    expect(await remindersOf(id)).toHaveLength(2);
  });

  it.each(['cancelled', 'confirmed'])(
    'a later answer, %s, replaces an unsent reminder',
    async (kind) => {
      const id = await bookTomorrow();
      await device(id);
      await remind();
      await answer(id, kind, kind === 'confirmed' ? await london(3) : null);
      expect(await remindersOf(id)).toMatchObject([
        { state: 'none', reason: 'replaced', push: 'none', push_reason: 'replaced' },
      ]);
      expect((await claim(id))?.event?.kind).toBe(kind);
      expect((await claimPush(id))?.event.kind).toBe(kind);
      expect(await claim(id)).toBeNull();
      expect(await claimPush(id)).toBeNull();
    },
  );

  it('a reminder is checked at the moment of sending, and waits for no earlier mail', async () => {
    const [gone, own] = [await bookTomorrow(), await bookTomorrow()];
    await remind();
    await asOwner(`update public.bookings set preferred_time = 'evening' where id = $1`, [gone]);
    expect(await claim(gone)).toBeNull();
    await answer(own, 'instructed');
    expect((await claim(own))?.event?.kind).toBe('reminded');
  });

  it('an erased person gets no reminder that waits', async () => {
    const id = await bookTomorrow('erased@example.com');
    await remind();
    await call(SERVICE, `public.erase_person('erased@example.com')`);
    expect(await claim(id)).toBeNull();
  });

  it('none is added while the setting is off or unknown, and none is sent that was added before', async () => {
    const id = await bookTomorrow();
    await device(id);
    await asOwner('delete from private.mail_settings');
    expect(await remind()).toBe(0);
    await claim(id, { reminders: false });
    expect(await remind()).toBe(0);
    await claim(id);
    expect(await remind()).toBe(1);
    expect(await claim(id, { reminders: false })).toBeNull();
    expect(await claimPush(id, false)).toBeNull();
    expect(await remindersOf(id)).toMatchObject([
      { state: 'pending', reason: 'off', push: 'none', push_reason: 'off' },
    ]);
    await pass('2 hours');
    expect(Number(await call(SERVICE, 'public.late_alerts()'))).toBe(0);
  });

  it('reminders share the office’s mails of a day', async () => {
    const ids = [await bookTomorrow(), await bookTomorrow()];
    await remind();
    expect(await claim(ids[0] ?? '', { perDay: 1 })).not.toBeNull();
    expect(await claim(ids[1] ?? '', { perDay: 1 })).toBeNull();
    expect(await remindersOf(ids[1] ?? '')).toMatchObject([{ state: 'pending', reason: 'total' }]);
  });

  it('a reminder that was not sent ends with the day before', async () => {
    const id = await bookTomorrow();
    await device(id);
    await remind();
    await moveDay(id, -1);
    expect(await claim(id)).toBeNull();
    expect(await claimPush(id)).toBeNull();
    await remind();
    expect(await remindersOf(id)).toMatchObject([
      { state: 'none', reason: 'past', push: 'none', push_reason: 'past' },
    ]);
  });

  it('an address that refused a mail, and a booking without one, get none; their devices do', async () => {
    const [refused, without] = [await bookTomorrow('a@example.com'), await bookTomorrow(null)];
    await asOwner(
      `insert into private.suppressed_addresses (address) values (private.address_hash('a@example.com'))`,
    );
    expect(await remind()).toBe(0);
    for (const id of [refused, without]) await device(id);
    expect(await remind()).toBe(2);
    expect(await remindersOf(refused)).toMatchObject([
      { state: 'none', reason: 'suppressed', push: 'pending' },
    ]);
    expect(await remindersOf(without)).toMatchObject([
      { state: 'none', reason: 'no-address', push: 'pending' },
    ]);
  });

  it('a reminder is no answer: the booking’s next answer conflicts with none', async () => {
    const id = await bookTomorrow();
    const [before] = await asOwner<{ rev: number }>(
      'select rev from public.bookings where id = $1',
      [id],
    );
    await remind();
    const { outcome } = await call<{ outcome: string }>(
      ADMIN,
      `public.answer_booking($1, $2, $3, 'cancelled', null, null, null)`,
      [randomUUID(), id, before?.rev],
    );
    expect(outcome).toBe('added');
  });
});
