import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Claim {
  receipt_id: string;
  record: object;
  event?: {
    kind: string;
    sequence: number;
    moved_from: object | null;
    was_confirmed: boolean;
    visits: { id: string; day: string }[];
    removed: { id: string; day: string }[];
  };
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
      event: { kind: 'confirmed', actor: 'office', sequence: 1, moved_from: null },
    });
    expect(Object.keys(mail?.record ?? {}).sort()).toEqual(
      ['email', 'created_at', 'service_type', 'preferred_date', 'preferred_time', 'status'].sort(),
    );
    expect(mail?.event).toMatchObject({ link_id: id, price: null, series: null, visits: [] });
    expect(await claim(id)).toBeNull();
    await finish(mail, true);
    expect(await claim(id)).toBeNull();
  });

  it('goes out beside a receipt of the same day, and a later answer replaces it', async () => {
    const id = await book();
    await finish(await claim(id), true);
    await answer(id, 'confirmed', '2099-01-02');
    await answer(id, 'confirmed', '2099-01-03');
    expect((await claim(id))?.event).toMatchObject({
      kind: 'confirmed',
      moved_from: { day: '2099-01-02', time_slot: 'morning' },
    });
    await answer(id, 'cancelled');
    expect((await claim(id))?.event).toMatchObject({
      kind: 'cancelled',
      sequence: 3,
      was_confirmed: true,
    });
    expect(await claim(id)).toBeNull();
  });

  it('names no former visit where nothing moved, and none after it was reopened', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-02');
    await answer(id, 'confirmed', '2099-01-02');
    expect((await claim(id))?.event).toMatchObject({ sequence: 2, moved_from: null });
    await answer(id, 'cancelled');
    await answer(id, 'reopened');
    await answer(id, 'confirmed', '2099-01-05');
    expect((await claim(id))?.event).toMatchObject({ sequence: 5, moved_from: null });
  });

  it('about a request that was never confirmed says so', async () => {
    const id = await book();
    await answer(id, 'declined');
    expect((await claim(id))?.event).toMatchObject({ kind: 'declined', was_confirmed: false });
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

describe('the customer’s mail about a series', () => {
  const london = async (days: number) =>
    (
      await asOwner<{ day: string }>('select (private.london_today() + $1::int)::text as day', [
        days,
      ])
    )[0]?.day as string;
  const repeat = (id: string, day: string, every: number) =>
    call<{ outcome: string }>(
      ADMIN,
      `public.answer_booking($1, $2, (select rev from public.bookings where id = $2), 'repeated', $3, 'morning', null, $4, 6600, 'visit')`,
      [randomUUID(), id, day, every],
    );
  const visitsOf = (id: string) =>
    asOwner<{ id: string; day: string }>(
      'select id, preferred_date::text as day from public.bookings where series = $1 order by 2',
      [id],
    );

  it('names its rule, its price and the coming four visits', async () => {
    const id = await book();
    await repeat(id, await london(3), 1);
    const event = (await claim(id))?.event;
    expect(event).toMatchObject({
      kind: 'repeated',
      every: 1,
      series: 1,
      price: { pence: 6600, per: 'visit' },
      link_id: id,
      removed: [],
    });
    expect(event?.visits).toEqual(
      (await visitsOf(id)).slice(0, 4).map((visit) => ({
        ...visit,
        time_slot: 'morning',
        status: 'confirmed',
        sequence: 1,
        last: null,
      })),
    );
  });

  it('names the visits that a change of the rule and its end deleted, and none that a person touched', async () => {
    const id = await book();
    await repeat(id, await london(3), 1);
    const made = await visitsOf(id);
    await answer(made[1]?.id ?? '', 'confirmed', await london(18));
    await repeat(id, await london(10), 2);
    const left = (await visitsOf(id)).map((visit) => visit.id);
    const deleted = made.filter((visit) => !left.includes(visit.id));
    expect(deleted).toHaveLength(1);
    const idsOf = (visits: { id: string }[] = []) => visits.map((visit) => visit.id);
    const changed = (await claim(id))?.event;
    expect(idsOf(changed?.removed)).toEqual(idsOf(deleted));
    expect(changed?.sequence).toBe(2);
    await call(
      ADMIN,
      `public.answer_booking($1, $2, (select rev from public.bookings where id = $2), 'stopped', $3, null, null)`,
      [randomUUID(), id, await london(12)],
    );
    const ended = (await claim(id))?.event;
    expect(idsOf(ended?.visits)).toEqual(idsOf((await visitsOf(id)).slice(0, 4)));
    const now = (await visitsOf(id)).map((visit) => visit.id);
    expect(idsOf(ended?.removed)).toEqual(left.filter((visit) => !now.includes(visit)));
    expect(ended?.removed).not.toEqual([]);
  });

  it('about one visit opens the first booking, and its calendar entry counts the changes of the series too', async () => {
    const id = await book();
    await repeat(id, await london(3), 1);
    const [visit] = await visitsOf(id);
    await cancel(visit?.id ?? '');
    expect((await claim(visit?.id ?? ''))?.event).toMatchObject({
      kind: 'cancelled',
      link_id: id,
      series: 1,
      sequence: 2,
      was_confirmed: true,
      visits: [],
      removed: [],
    });
    expect((await claimAlert(visit?.id ?? '')).event).toMatchObject({ kind: 'cancelled' });
  });

  it('is none about instructions and the own question', async () => {
    const id = await book();
    await answer(id, 'confirmed', '2099-01-02');
    await claim(id);
    await answer(id, 'instructed');
    expect(await claim(id)).toBeNull();
    await call(
      ANON,
      `public.answer_request($1, $2, 'asked', null, '2099-01-02', 'morning', '2099-01-05', 'evening')`,
      [randomUUID(), id],
    );
    expect(await claim(id)).toBeNull();
    await asOwner(`update public.alerts set state = 'sent' where event_id is null`);
    expect((await claimAlert(id)).event).toMatchObject({ kind: 'asked', day: '2099-01-05' });
    await answer(id, 'kept');
    expect((await claim(id))?.event).toMatchObject({ kind: 'kept', day: null });
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
