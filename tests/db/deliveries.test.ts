import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Outcome {
  state: string;
  reason: string | null;
  detail: string | null;
}
interface Row {
  rev: number;
  is_mail_refused: boolean;
  events: { id: string; kind: string; rev: number; mail: Outcome; push: Outcome | null }[];
}

const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const changes = (after = 0) =>
  call<{
    rev: number;
    mails: { per_day: number; free_at: string | null } | null;
    changes: { id: string; row: Row }[];
  }>(ADMIN, 'public.changes($1, 1000)', [after]);
const rowOf = async (id: string) =>
  (await changes()).changes.find((change) => change.id === id)?.row as Row;
const lastOf = async (id: string) => (await rowOf(id)).events.at(-1);

async function book(changed: { email?: string; preferred_date?: string } = {}) {
  const booking = aBooking({
    email: `${randomUUID()}@example.com`,
    preferred_date: '2099-01-01',
    ...changed,
  });
  await insertAs(ANON, 'public.bookings', booking);
  return booking.id;
}
/** Stores the office's answer to the booking as a device last saw it. */
async function answer(id: string, kind: string, day: string | null = null, expected?: number) {
  const rev = expected ?? (await rowOf(id)).rev;
  const { outcome } = await call<{ outcome: string }>(
    ADMIN,
    'public.answer_booking($1, $2, $3, $4, $5, $6, null)',
    [randomUUID(), id, rev, kind, day, day && 'morning'],
  );
  return outcome;
}
const claim = (id: string, perDay = 1000) =>
  call<{ receipt_id: string; event: { kind: string } } | null>(
    SERVICE,
    `public.claim_receipt('booking', $1, $2)`,
    [id, perDay],
  );
const finish = (receiptId: string | undefined, sent: boolean, refused = false, detail?: string) =>
  call(SERVICE, 'public.finish_receipt($1, $2, $3, $4)', [
    receiptId,
    sent,
    refused,
    detail ?? null,
  ]);
const mail = async (id: string) => finish((await claim(id))?.receipt_id, true);
const report = (receiptId: string | undefined, why: string | null, unwanted = true) =>
  call<boolean>(SERVICE, 'public.suppress_receipts($1, $2, $3)', [receiptId, why, unwanted]);

const device = (bookingId: string) =>
  call(ANON, 'public.notify_request($1, $2, $3, $4, $5)', [
    bookingId,
    randomUUID(),
    `https://fcm.googleapis.com/send/${randomUUID()}`,
    PUSH_KEY,
    'a'.repeat(22),
  ]);
const claimPush = (id: string) =>
  call<{ event: { id: string; kind: string; sequence: number } } | null>(
    SERVICE,
    'public.claim_push($1)',
    [id],
  );
const finishPush = (eventId: string | undefined, result: string) =>
  call(SERVICE, 'public.finish_push($1, $2)', [eventId, result]);
const london = async (days: number) =>
  (
    await asOwner<{ day: string }>('select (private.london_today() + $1::int)::text as day', [days])
  )[0]?.day as string;

const WAITS = { state: 'waits', reason: null, detail: null };
const SENT = { state: 'sent', reason: null, detail: null };
const none = (reason: string) => ({ state: 'none', reason, detail: null });

beforeEach(async () => {
  await asOwner('delete from public.bookings');
  await asOwner('delete from private.submission_hits');
  await asOwner('delete from private.suppressed_addresses');
});

describe('an event in its booking’s row', () => {
  it('says that its mail waits, and then that it was sent, as another revision of the booking', async () => {
    const id = await book();
    await answer(id, 'declined');
    expect((await lastOf(id))?.mail).toEqual(WAITS);
    const { rev } = await changes();
    await mail(id);
    const later = await changes(rev);
    expect(later.changes.map((change) => change.id)).toEqual([id]);
    expect(later.changes[0]?.row.events.at(-1)?.mail).toEqual(SENT);
  });

  it('says that the provider refused the mail, in its words, until an attempt succeeds', async () => {
    const id = await book();
    await answer(id, 'declined');
    const receipt = (await claim(id))?.receipt_id;
    await finish(receipt, false, true, 'The provider answered 422. Invalid `to` field.');
    expect((await lastOf(id))?.mail).toEqual({
      state: 'refused',
      reason: 'refused',
      detail: 'The provider answered 422. Invalid `to` field.',
    });
    await asOwner(`update private.receipts set claimed_at = claimed_at - interval '5 minutes'`);
    await mail(id);
    expect((await lastOf(id))?.mail).toEqual(SENT);
  });

  it('says that the mail waits while the provider does not answer', async () => {
    const id = await book();
    await answer(id, 'declined');
    await finish((await claim(id))?.receipt_id, false, false, 'The provider did not answer.');
    expect((await lastOf(id))?.mail).toMatchObject({ state: 'waits', reason: 'provider' });
  });

  it('says that the mail bounced, whichever report comes first', async () => {
    const [first, second] = [await book(), await book()];
    for (const id of [first, second]) await answer(id, 'declined');
    const [early, late] = [await claim(first), await claim(second)];
    await report(early?.receipt_id, 'Bounced: no such user');
    await finish(early?.receipt_id, true);
    await finish(late?.receipt_id, true);
    expect(await report(late?.receipt_id, 'Bounced: no such user')).toBe(true);
    expect(await report(late?.receipt_id, 'Bounced: no such user')).toBe(false);
    for (const id of [first, second])
      expect((await lastOf(id))?.mail).toEqual({
        state: 'refused',
        reason: 'bounced',
        detail: 'Bounced: no such user',
      });
  });

  it('says so when the provider gave up, and the address gets the next mail', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-01');
    await report((await claim(id))?.receipt_id, 'Failed: quota', false);
    expect((await lastOf(id))?.mail).toMatchObject({ state: 'refused', detail: 'Failed: quota' });
    await answer(id, 'cancelled');
    expect((await lastOf(id))?.mail).toEqual(WAITS);
  });

  it('says after a complaint that the mail arrived, and that the address gets no other', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-01');
    const receipt = (await claim(id))?.receipt_id;
    await finish(receipt, true);
    await report(receipt, null);
    expect(await rowOf(id)).toMatchObject({ is_mail_refused: true, events: [{ mail: SENT }] });
    await answer(id, 'cancelled');
    expect((await lastOf(id))?.mail).toEqual(none('suppressed'));
    expect(await claim(id)).toBeNull();
  });

  it('says why there is no mail: its kind, its day, or no address', async () => {
    const [reopened, past] = [await book(), await book({ preferred_date: await london(-8) })];
    await answer(reopened, 'declined');
    await answer(reopened, 'reopened');
    expect((await rowOf(reopened)).events.map((event) => event.mail)).toEqual([
      none('replaced'),
      none('kind'),
    ]);
    await answer(past, 'declined');
    expect((await lastOf(past))?.mail).toEqual(none('past'));
    expect((await lastOf(past))?.push).toEqual(none('past'));
  });

  it('says that mails are off, and waits no longer once they are on', async () => {
    const id = await book();
    await answer(id, 'declined');
    expect(await claim(id, 0)).toBeNull();
    expect((await lastOf(id))?.mail).toEqual(none('off'));
    expect((await changes()).mails).toEqual({ per_day: 0, free_at: null });
    await mail(id);
    expect((await lastOf(id))?.mail).toEqual(SENT);
    expect((await changes()).mails).toEqual({ per_day: 1000, free_at: null });
  });

  it('says once that the day’s total is used up, and when the next mail may go', async () => {
    const [first, second] = [await book(), await book()];
    await answer(first, 'declined');
    await answer(second, 'declined');
    await finish((await claim(first, 1))?.receipt_id, true);
    expect(await claim(second, 1)).toBeNull();
    expect((await lastOf(second))?.mail).toEqual({ ...WAITS, reason: 'total' });
    const { rev, mails } = await changes();
    expect(Date.parse(mails?.free_at ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await claim(second, 1)).toBeNull();
    expect((await changes(rev)).changes).toEqual([]);
  });

  it('says that a later answer replaced its mail', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-01');
    await answer(id, 'confirmed', '2099-01-02');
    expect((await rowOf(id)).events.map((event) => event.mail)).toEqual([none('replaced'), WAITS]);
  });

  it('says of a mail that failed while a later answer came that it was replaced', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-01');
    const first = await claim(id);
    await answer(id, 'confirmed', '2099-01-02');
    await finish(first?.receipt_id, false);
    expect((await rowOf(id)).events[0]?.mail).toEqual(none('replaced'));
  });

  it('of a customer has an outcome of its mail and no notification', async () => {
    const id = await book();
    await call(ANON, `public.answer_request($1, $2, 'cancelled')`, [randomUUID(), id]);
    expect(await lastOf(id)).toMatchObject({ kind: 'cancelled', mail: WAITS, push: null });
  });
});

describe('what became of a mail', () => {
  it('does not make the office’s next answer fail', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-01');
    const { rev } = await rowOf(id);
    await mail(id);
    expect((await rowOf(id)).rev).toBeGreaterThan(rev);
    expect(await answer(id, 'cancelled', null, rev)).toBe('added');
  });

  it('does not hide an answer that came between', async () => {
    const id = await book();
    const { rev } = await rowOf(id);
    await answer(id, 'confirmed', '2099-01-01');
    await mail(id);
    expect(await answer(id, 'declined', null, rev)).toBe('changed');
    expect(await answer(id, 'cancelled', null, rev)).toBe('changed');
    expect(await answer(id, 'cancelled', null, (await rowOf(id)).rev + 1)).toBe('changed');
  });
});

describe('the mail goes by the event’s day', () => {
  it('of an offer for next week, on a request whose own day is eight days past, and of its end', async () => {
    const id = await book({ preferred_date: await london(-8) });
    await answer(id, 'offered', await london(7));
    expect((await claim(id))?.event.kind).toBe('offered');
    await answer(id, 'declined');
    expect((await claim(id))?.event.kind).toBe('declined');
  });
});

describe('one address', () => {
  it('gets a share of the office’s mails, and the rest is free for the others', async () => {
    const spam = [
      await book({ email: 'spam@example.com' }),
      await book({ email: 'spam@example.com' }),
    ];
    for (const id of spam) await answer(id, 'declined');
    await finish((await claim(spam[0] ?? '', 3))?.receipt_id, true);
    expect(await claim(spam[1] ?? '', 3)).toBeNull();
    expect((await lastOf(spam[1] ?? ''))?.mail).toEqual({ ...WAITS, reason: 'share' });
    for (let n = 0; n < 2; n++) {
      const id = await book();
      await answer(id, 'confirmed', '2099-01-01');
      expect(await claim(id, 3)).not.toBeNull();
    }
  });

  it('gets five of a hundred', async () => {
    let mails = 0;
    for (let n = 0; n < 6; n++) {
      const id = await book({ email: 'agent@example.com' });
      await answer(id, 'confirmed', '2099-01-01');
      if ((await claim(id, 100)) !== null) mails += 1;
    }
    expect(mails).toBe(5);
  });

  it('that refused a mail is named in its other bookings, and their waiting mails are given up', async () => {
    const [own, other] = [
      await book({ email: 'a@example.com' }),
      await book({ email: 'A@example.com' }),
    ];
    const asked = await book({ email: 'a@example.com' });
    for (const id of [own, other]) await answer(id, 'declined');
    const { rev } = await changes();
    await report((await claim(own))?.receipt_id, 'Bounced: no such user');
    expect((await lastOf(other))?.mail).toEqual(none('suppressed'));
    const changed = (await changes(rev)).changes;
    expect(changed.map(({ id }) => id).sort()).toEqual([own, other, asked].sort());
    expect((await rowOf(asked)).is_mail_refused).toBe(true);
  });

  it.each(['completed', 'cancelled'])(
    'that refused a mail is named in a running series whose first booking is %s',
    async (kind) => {
      const today = new Date().toISOString().slice(0, 10);
      const first = await book({ email: 'b@example.com', preferred_date: today });
      const other = await book({ email: 'b@example.com' });
      await answer(first, 'confirmed', today);
      await call(ADMIN, 'public.answer_booking($1, $2, $3, $4, $5, $6, null, 4)', [
        ...[randomUUID(), first, (await rowOf(first)).rev, 'repeated', '2099-01-01', 'morning'],
      ]);
      await answer(first, kind);
      await asOwner(`update private.receipts set state = 'sent' where state = 'pending'`);
      await answer(other, 'declined');
      const { rev } = await changes();
      await report((await claim(other))?.receipt_id, 'Bounced: no such user');
      expect((await changes(rev)).changes.map(({ id }) => id)).toContain(first);
      expect((await rowOf(first)).is_mail_refused).toBe(true);
    },
  );
});

describe('the notification of an answer', () => {
  it('is claimed once, whatever the mail does', async () => {
    const id = await book();
    await device(id);
    await answer(id, 'declined');
    expect(await claim(id, 0)).toBeNull();
    const push = await claimPush(id);
    expect(push).toMatchObject({ event: { kind: 'declined', sequence: 1 } });
    expect(await claimPush(id)).toBeNull();
    expect((await lastOf(id))?.push).toEqual(WAITS);
    await finishPush(push?.event.id, 'sent');
    expect((await lastOf(id))?.push).toEqual(SENT);
    expect(await claimPush(id)).toBeNull();
  });

  it('is tried again after its backoff if no push service took it, for a day', async () => {
    const id = await book();
    await device(id);
    await answer(id, 'declined');
    await finishPush((await claimPush(id))?.event.id, 'service');
    expect((await lastOf(id))?.push).toMatchObject({ state: 'refused', reason: 'service' });
    expect(await claimPush(id)).toBeNull();
    await asOwner(`update private.event_pushes set claimed_at = claimed_at - interval '5 minutes'`);
    await asOwner(`update public.alerts set state = 'sent'`);
    await asOwner(`update private.receipts set state = 'sent'`);
    const due = await call<{ data: { id: string } }[]>(SERVICE, 'public.due_alerts(20)');
    expect(due.map(({ data }) => data.id)).toEqual([id]);
    expect(await claimPush(id)).not.toBeNull();
  });

  it('is none without a device, of a reopened booking, and of an answer that another replaced', async () => {
    const [without, id] = [await book(), await book()];
    await answer(without, 'declined');
    expect((await lastOf(without))?.push).toEqual(none('no-device'));
    expect(await claimPush(without)).toBeNull();
    await device(id);
    await answer(id, 'declined');
    await answer(id, 'reopened');
    expect((await rowOf(id)).events.map(({ push }) => push)).toEqual([
      none('replaced'),
      none('kind'),
    ]);
    expect(await claimPush(id)).toBeNull();
  });

  it.each(['off', 'no-device'])('that cannot go is none: %s', async (result) => {
    const id = await book();
    await device(id);
    await answer(id, 'declined');
    await finishPush((await claimPush(id))?.event.id, result);
    expect((await lastOf(id))?.push).toEqual(none(result));
    expect(await claimPush(id)).toBeNull();
  });
});

describe('the watcher', () => {
  const late = () => call<number>(SERVICE, 'public.late_alerts()').then(Number);
  const age = async (interval: string) => {
    await asOwner('alter table public.booking_events disable trigger keep_events');
    await asOwner('update public.booking_events set created_at = now() - $1::interval', [interval]);
    await asOwner('alter table public.booking_events enable trigger keep_events');
  };

  it('counts the mails about answers that are an hour late, and none that is off or replaced', async () => {
    const [id, off, moved] = [await book(), await book(), await book()];
    await asOwner(`update public.alerts set state = 'sent'`);
    for (const each of [id, off, moved]) await answer(each, 'confirmed', '2099-01-01');
    await claim(off, 0);
    await finish((await claim(moved))?.receipt_id, true);
    expect(await late()).toBe(0);
    await age('2 hours');
    expect(await late()).toBe(1);
    await finish((await claim(id))?.receipt_id, false, true, 'The provider answered 422.');
    expect(await late()).toBe(1);
    await age('3 days');
    expect(await late()).toBe(0);
  });

  it('counts those that bounced for the deploy check', async () => {
    const id = await book();
    await answer(id, 'declined');
    await report((await claim(id))?.receipt_id, 'Bounced: no such user');
    expect(await call(SERVICE, 'public.receipt_counts()')).toMatchObject({
      failed: 0,
      bounced: 1,
      late: 0,
    });
  });
});
