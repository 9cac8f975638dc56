import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Claim {
  receipt_id: string;
  record: object;
  event?: { kind: string; sequence: number; is_move: boolean };
}
interface AlertClaim {
  outcome: string;
  alert_id?: string;
  event?: { kind: string } | null;
  more?: boolean;
}

const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const claim = (id: string, perDay = 1000) =>
  call<Claim | null>(SERVICE, `public.claim_receipt('booking', $1, $2)`, [id, perDay]);
const finish = (mail: Claim | null, sent: boolean) =>
  call(SERVICE, 'public.finish_receipt($1, $2)', [mail?.receipt_id, sent]);
const claimAlert = (id: string) =>
  call<AlertClaim>(SERVICE, `public.claim_alert('booking', $1)`, [id]);
const due = () =>
  call<{ data: { id: string } }[]>(SERVICE, 'public.due_alerts(20)').then((all) =>
    all.map(({ data }) => data.id),
  );

async function book(email = `${randomUUID()}@example.com`, day = '2099-01-01') {
  const { id, ...booking } = aBooking({ email, preferred_date: day });
  await insertAs(ANON, 'public.bookings', { id, ...booking });
  return id;
}
const answer = async (id: string, kind: string, day: string | null = null) =>
  call<{ outcome: string }>(
    ADMIN,
    `public.answer_booking($1, $2, (select rev from public.bookings where id = $2), $3, $4, $5, null)`,
    [randomUUID(), id, kind, day, day && 'morning'],
  );
const cancel = (id: string, from?: string) =>
  call(
    { ...ANON, ...(from && { headers: { 'x-forwarded-for': from } }) },
    `public.answer_request($1, $2, 'cancelled')`,
    [randomUUID(), id],
  );

beforeEach(async () => {
  await asOwner('delete from public.bookings');
  await asOwner('delete from private.submission_hits');
  await asOwner('delete from private.suppressed_addresses');
});

describe('the customer’s mail about an answer', () => {
  it('is claimed once, with the answer and nothing that was typed but the address', async () => {
    const id = await book('a@example.com');
    await answer(id, 'confirmed', '2099-01-02');
    const mail = await claim(id);
    expect(mail).toMatchObject({
      record: { email: 'a@example.com', preferred_date: '2099-01-02', preferred_time: 'morning' },
      event: { kind: 'confirmed', actor: 'office', sequence: 1, is_move: false },
    });
    expect(Object.keys(mail?.record ?? {}).sort()).toEqual(
      ['email', 'created_at', 'service_type', 'preferred_date', 'preferred_time'].sort(),
    );
    expect(await claim(id)).toBeNull();
    await finish(mail, true);
    expect(await claim(id)).toBeNull();
  });

  it('goes out beside a receipt of the same day, and a later answer replaces it', async () => {
    const id = await book();
    await finish(await claim(id), true);
    await answer(id, 'confirmed', '2099-01-02');
    await answer(id, 'confirmed', '2099-01-03');
    expect((await claim(id))?.event).toMatchObject({ kind: 'confirmed', is_move: true });
    await answer(id, 'cancelled');
    expect((await claim(id))?.event).toMatchObject({ kind: 'cancelled', sequence: 3 });
    expect(await claim(id)).toBeNull();
  });

  it.each([
    ['reopened', '2099-01-01'],
    ['declined', '2020-02-03'],
  ])('is none for %s at the day %s', async (kind, day) => {
    const id = await book(undefined, day);
    if (kind === 'reopened') await answer(id, 'declined');
    await answer(id, kind);
    expect(await claim(id)).toBeNull();
  });

  it('is due after fifteen minutes, or after its backoff, for two days', async () => {
    const id = await book();
    await asOwner(`update public.alerts set state = 'sent'`);
    await answer(id, 'declined');
    expect(await due()).toEqual([]);
    const age = (interval: string) =>
      asOwner('update private.receipts set claimed_at = claimed_at - $1::interval', [interval]);
    await age('15 minutes');
    expect(await due()).toEqual([id]);
    await finish(await claim(id), false);
    expect(await due()).toEqual([]);
    await age('5 minutes');
    expect(await due()).toEqual([id]);
    await asOwner('alter table public.booking_events disable trigger keep_events');
    await asOwner(`update public.booking_events set created_at = now() - interval '2 days'`);
    await asOwner('alter table public.booking_events enable trigger keep_events');
    expect(await due()).toEqual([]);
    expect(await claim(id)).toBeNull();
  });

  it('goes to no address that bounced', async () => {
    const [first, second] = [await book('a@example.com'), await book('A@example.com')];
    await answer(first, 'declined');
    await call(SERVICE, 'public.suppress_receipts($1)', [(await claim(first))?.receipt_id]);
    await answer(second, 'declined');
    expect(await claim(second)).toBeNull();
  });
});

describe('the limits of a day', () => {
  it('of the office’s answers are their own, and a waiting mail goes out later', async () => {
    const ids = [await book(), await book(), await book()];
    for (const id of ids.slice(0, 2)) await finish(await claim(id, 2), true);
    for (const id of ids) await answer(id, 'declined');
    expect((await claim(ids[0] ?? '', 2))?.event).toBeDefined();
    expect((await claim(ids[1] ?? '', 2))?.event).toBeDefined();
    expect(await claim(ids[2] ?? '', 2)).toBeNull();
    await asOwner(
      `update private.receipts set created_at = created_at - interval '1 day' where state <> 'pending'`,
    );
    expect((await claim(ids[2] ?? '', 2))?.event).toBeDefined();
  });

  it('a sender of cancellations causes three mails, and another sender is not affected', async () => {
    let mails = 0;
    for (let n = 0; n < 5; n++) {
      const id = await book();
      await cancel(id, '203.0.113.1');
      if ((await claim(id)) !== null) mails += 1;
    }
    expect(mails).toBe(3);
    const id = await book();
    await cancel(id, '198.51.100.7');
    expect(await claim(id)).not.toBeNull();
  });

  it('one address gets three mails about the own answers', async () => {
    let mails = 0;
    for (let n = 0; n < 5; n++) {
      const id = await book('a@example.com');
      await cancel(id, `198.51.100.${n}`);
      if ((await claim(id)) !== null) mails += 1;
    }
    expect(mails).toBe(3);
  });

  it('0 sends none', async () => {
    const id = await book();
    expect(await claim(id, 0)).toBeNull();
    await answer(id, 'declined');
    expect(await claim(id, 0)).toBeNull();
  });
});

describe('the office’s alert about a customer’s answer', () => {
  it('is one of its booking, claimed after the first one, once', async () => {
    const id = await book();
    await cancel(id);
    expect(await claimAlert(id)).toMatchObject({ outcome: 'claimed', event: null, more: true });
    expect(await claimAlert(id)).toMatchObject({
      outcome: 'claimed',
      event: { kind: 'cancelled' },
      more: false,
    });
    expect(await claimAlert(id)).toEqual({ outcome: 'claimed-elsewhere' });
    await asOwner(`update public.alerts set state = 'sent'`);
    expect(await claimAlert(id)).toEqual({ outcome: 'sent' });
  });

  it('is not created by the office’s own answers', async () => {
    const id = await book();
    await answer(id, 'declined');
    expect(await asOwner('select from public.alerts where record_id = $1', [id])).toHaveLength(1);
  });

  it('is due, released and replicated with its booking, which is named once', async () => {
    const id = await book();
    await cancel(id);
    await asOwner(
      `update public.alerts set state = 'failed', attempts = 1, claimed_at = now() - interval '5 minutes'`,
    );
    expect(await due()).toEqual([id]);
    await asOwner(`update public.alerts set claimed_at = now()`);
    expect(await due()).toEqual([]);
    await call(ADMIN, `public.release_alert('booking', $1)`, [id]);
    const states = await asOwner('select kind, record_id, state from public.alerts');
    expect(states).toEqual(Array(2).fill({ kind: 'booking', record_id: id, state: 'pending' }));
  });
});
