import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';
import { ADDRESSES } from '../support/addresses.ts';

const { as, asOwner, insertAs } = useDatabase();

const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;

/** Stores a booking from a call, as the portal sends it. */
async function bookWithoutEmail(email: string | null = '') {
  const booking = aBooking({ email, preferred_date: '2099-01-01' });
  await insertAs(ADMIN, 'public.bookings', booking);
  return booking;
}

const answer = (id: string, kind: string) =>
  call<{ outcome: string }>(
    ADMIN,
    `public.answer_booking($1, $2, (select rev from public.bookings where id = $2), $3, null, null, 'See you.')`,
    [randomUUID(), id, kind],
  );
const receiptsOf = (id: string) =>
  asOwner(
    'select r.state, r.reason from private.receipts r join public.booking_events e on e.id = r.event_id where e.booking_id = $1',
    [id],
  );

describe('a booking without an email address', () => {
  it.each(['', '  ', null])('is stored for an administrator who gives %j', async (email) => {
    const { id } = await bookWithoutEmail(email);
    expect(await asOwner('select email from public.bookings where id = $1', [id])).toEqual([
      { email: null },
    ]);
  });

  it.each([
    ['a visitor', ANON],
    ['a user without the role', USER],
  ])('is refused to %s', async (_, caller) => {
    for (const email of ['', null])
      await expect(insertAs(caller, 'public.bookings', aBooking({ email }))).rejects.toMatchObject({
        code: '23502',
      });
  });

  it('waits for the sign-in of an administrator whose session has ended', async () => {
    const ended = { ...ADMIN, sessionId: randomUUID() };
    await expect(insertAs(ended, 'public.bookings', aBooking({ email: '' }))).rejects.toMatchObject(
      { code: 'PT401' },
    );
  });

  it('is refused an address that is none, to administrators too', async () => {
    await expect(bookWithoutEmail('none')).rejects.toMatchObject({ code: '23514' });
  });

  it('is an empty text in the portal’s lists, as a former release can show it', async () => {
    const { id } = await bookWithoutEmail();
    const { changes } = await call<{ changes: { id: string; row: { email: string } | null }[] }>(
      ADMIN,
      'public.changes(0, 1000)',
    );
    expect(changes.find((change) => change.id === id)?.row?.email).toBe('');
    const { rows } = await call<{ rows: { id: string; email: string }[] }>(
      ADMIN,
      `public.first_copy('coming', '2026-01-01', null, null, 1000)`,
    );
    expect(rows.find((row) => row.id === id)?.email).toBe('');
  });

  it('is answered, and never mailed', async () => {
    const { id } = await bookWithoutEmail();
    expect(await answer(id, 'declined')).toMatchObject({ outcome: 'added' });
    expect(await receiptsOf(id)).toEqual([{ state: 'none', reason: 'no-address' }]);
    expect(await call(SERVICE, `public.claim_receipt('booking', $1, 100)`, [id])).toBeNull();
    expect(await call(SERVICE, `public.claim_alert('booking', $1)`, [id])).toEqual({
      outcome: 'sent',
    });
  });

  it('has no receipt of its own, even where it has an alert', async () => {
    const { id } = aBooking();
    await asOwner(
      `insert into public.bookings (id, name, phone, address, service_type, preferred_date, preferred_time)
       values ($1, 'Ann Muir', '0141 496 0123', '1 Gauze Street', 'deep', '2099-01-01', 'morning')`,
      [id],
    );
    expect(await call(SERVICE, `public.claim_receipt('booking', $1, 100)`, [id])).toBeNull();
  });

  it('is no person’s by the empty address', async () => {
    const { id } = await bookWithoutEmail();
    await insertAs(ANON, 'public.bookings', aBooking({ email: 'ann@example.com' }));
    for (const address of ['', ' ', 'null'])
      expect(await call(SERVICE, 'public.person_records($1)', [address])).toMatchObject({
        bookings: [],
      });
    const similar = await call<{ email: string | null }[]>(
      SERVICE,
      `public.similar_addresses('ann@example.com')`,
    );
    expect(similar.filter(({ email }) => !email)).toEqual([]);
    await call(SERVICE, `public.erase_person('')`);
    expect(await asOwner('select 1 from public.bookings where id = $1', [id])).toHaveLength(1);
  });
});

it.each(ADDRESSES)('the database finds of %j the mailbox %s', async (address, mailbox) => {
  expect(await asOwner('select private.mailbox($1) as mailbox', [address])).toEqual([{ mailbox }]);
});
