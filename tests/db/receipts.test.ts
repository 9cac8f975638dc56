import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Claim {
  receipt_id: string;
  job_title: string | null;
  record: Record<string, unknown>;
}

const call = async <T>(sql: string, params: unknown[] = []) =>
  (await as(SERVICE, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const claim = (id: string, kind = 'booking', perDay = 1000) =>
  call<Claim | null>('public.claim_receipt($1, $2, $3)', [kind, id, perDay]);
const finish = (receipt: Claim | null, sent: boolean) =>
  call('public.finish_receipt($1, $2)', [receipt?.receipt_id, sent]);
const suppress = (receipt: Claim | null) =>
  call<boolean>('public.suppress_receipts($1)', [receipt?.receipt_id]);
const age = (interval: string) =>
  asOwner(
    `update private.receipts set created_at = created_at - $1::interval, claimed_at = claimed_at - $1::interval`,
    [interval],
  );
const receipts = () =>
  asOwner<{ state: string; attempts: number }>('select state, attempts from private.receipts');

async function book(email = `${randomUUID()}@example.com`) {
  const booking = aBooking({ email });
  await insertAs(ANON, 'public.bookings', booking);
  return booking;
}

beforeEach(async () => {
  await asOwner('delete from private.receipts');
  await asOwner('delete from private.suppressed_addresses');
});

describe('a receipt', () => {
  it('is created by its first claim, which returns no typed text but the address', async () => {
    const { id, email, service_type, preferred_date, preferred_time } = await book();
    expect(await receipts()).toEqual([]);
    expect(await claim(id)).toEqual({
      receipt_id: expect.any(String) as string,
      job_title: null,
      record: {
        email,
        service_type,
        preferred_date,
        preferred_time,
        created_at: expect.any(String) as string,
      },
    });
    expect(await receipts()).toEqual([{ state: 'sending', attempts: 1 }]);
  });

  it('about a message or an application includes the address, the day and the position', async () => {
    const message = aMessage({ email: 'message@example.com' });
    await insertAs(ANON, 'public.contact_messages', message);
    const application = { ...(await anApplication(asOwner)), email: 'application@example.com' };
    await insertAs(ANON, 'public.job_applications', application);
    const created_at = expect.any(String) as string;
    expect(await claim(message.id, 'contact')).toMatchObject({
      job_title: null,
      record: { email: 'message@example.com', created_at },
    });
    const claimed = await claim(application.id, 'job_application');
    expect(claimed).toMatchObject({ job_title: 'Cleaner' });
    expect(claimed?.record).toEqual({ email: 'application@example.com', created_at });
  });

  it('is leased for two minutes, and keeps its id', async () => {
    const { id } = await book();
    const first = await claim(id);
    expect(await claim(id)).toBeNull();
    await age('1 minute 55 seconds');
    expect(await claim(id)).toBeNull();
    await age('5 seconds');
    expect((await claim(id))?.receipt_id).toBe(first?.receipt_id);
    expect(await receipts()).toEqual([{ state: 'sending', attempts: 2 }]);
  });

  it('obeys the alerts’ backoff after a failure', async () => {
    const { id } = await book();
    const first = await claim(id);
    await finish(first, false);
    await age('4 minutes 55 seconds');
    expect(await claim(id)).toBeNull();
    await age('5 seconds');
    expect((await claim(id))?.receipt_id).toBe(first?.receipt_id);
  });

  it('once sent cannot be claimed again, even if a slower caller reports otherwise', async () => {
    const { id } = await book();
    const receipt = await claim(id);
    await finish(receipt, true);
    await finish(receipt, false);
    await age('1 day 12 hours');
    expect(await claim(id)).toBeNull();
    expect(await receipts()).toEqual([{ state: 'sent', attempts: 1 }]);
  });

  it('is not created for a submission of two days ago, an unknown one, or the wrong kind', async () => {
    const { id } = await book();
    expect(await claim(id, 'contact')).toBeNull();
    expect(await claim(randomUUID())).toBeNull();
    await asOwner(
      `update public.alerts set created_at = now() - interval '2 days' where record_id = $1`,
      [id],
    );
    expect(await claim(id)).toBeNull();
  });

  it('leaves its alert unchanged, and is deleted with its submission', async () => {
    const { id } = await book();
    const alerts = () =>
      asOwner<{ rev: string; state: string }>('select * from public.alerts where record_id = $1', [
        id,
      ]);
    const before = await alerts();
    await finish(await claim(id), false);
    expect(await alerts()).toEqual(before);
    await as(ADMIN, (query) => query('delete from public.bookings where id = $1', [id]));
    expect(await receipts()).toEqual([]);
  });
});

describe('the limits of a day', () => {
  it.each([
    ['a', 'a'],
    ['a', 'A'],
    ['a', 'a+once'],
    ['a+twice', 'a+once'],
  ])('one receipt goes to the mailbox %s, also as %s', async (first, second) => {
    await claim((await book(`${first}@example.com`)).id);
    const { id } = await book(`${second}@Example.com`);
    expect(await claim(id)).toBeNull();
    await age('1 day');
    expect(await claim(id)).not.toBeNull();
  });

  it('the total counts receipts to all addresses, failed ones too', async () => {
    for (const isSent of [true, false]) await finish(await claim((await book()).id), isSent);
    const { id } = await book();
    expect(await claim(id, 'booking', 2)).toBeNull();
    expect(await claim(id, 'booking', 3)).not.toBeNull();
  });

  it('a reached limit still allows retries of failed receipts', async () => {
    const { id } = await book();
    await finish(await claim(id, 'booking', 1), false);
    await age('5 minutes');
    expect(await claim(id, 'booking', 1)).not.toBeNull();
  });

  it('a receipt dated in the future by a wrong clock does not count', async () => {
    await claim((await book()).id, 'booking', 1);
    await age('-1 year');
    expect(await claim((await book()).id, 'booking', 1)).not.toBeNull();
  });
});

describe('a sender of submissions', () => {
  const bookFrom = async (address: string) => {
    const booking = aBooking({ email: `${randomUUID()}@example.com` });
    await insertAs(
      { ...ANON, headers: { 'x-forwarded-for': address } },
      'public.bookings',
      booking,
    );
    return booking.id;
  };
  /** Books as often as the flood guard lets one address, and returns the number of receipts. */
  async function flood(addressOf: (n: number) => string, perDay: number) {
    let receipts = 0;
    for (let n = 0; n < 20; n++) {
      await asOwner(`update private.submission_hits set at = at - interval '10 minutes'`);
      if ((await claim(await bookFrom(addressOf(n)), 'booking', perDay)) !== null) receipts += 1;
    }
    return receipts;
  }
  beforeEach(async () => {
    await asOwner('delete from private.submission_hits');
    await asOwner('delete from public.flood_alarms');
  });

  const ipv4 = () => '203.0.113.1';
  const inNetwork = (n: number) => `2001:db8:0:1::${n + 1}`;
  const inSite = (n: number) => `2001:db8:0:${(n + 1).toString(16)}::1`;

  it.each([
    [20, 2, 'an IPv4 address', ipv4],
    [50, 3, 'an IPv4 address', ipv4],
    [1000, 3, 'an IPv4 address', ipv4],
    [50, 3, 'a /64', inNetwork],
    [20, 5, 'a /48', inSite],
    [1000, 12, 'a /48', inSite],
  ])(
    'of %i receipts a day causes %i at most from %s, and another sender gets one',
    async (perDay, few, _, addressOf) => {
      expect(await flood(addressOf, perDay)).toBe(few);
      expect(await claim(await bookFrom('198.51.100.7'), 'booking', perDay)).not.toBeNull();
      expect(await claim(await bookFrom('2001:db8:1:1::1'), 'booking', perDay)).not.toBeNull();
    },
  );

  it('gets a receipt again the next day', async () => {
    await flood(() => '203.0.113.1', 50);
    await asOwner(`update private.submission_hits set at = at - interval '23 hours'`);
    await asOwner('select private.forget_addresses()');
    expect(await claim(await bookFrom('203.0.113.1'), 'booking', 50)).not.toBeNull();
  });

  it('is linked to the record no longer than the flood guard remembers the address', async () => {
    const id = await bookFrom('203.0.113.1');
    const linked = () => asOwner('select from private.submission_hits where record_id = $1', [id]);
    expect(await linked()).toHaveLength(1);
    await asOwner(`update private.submission_hits set at = at - interval '23 hours'`);
    await asOwner('select private.forget_addresses()');
    expect(await linked()).toEqual([]);
  });

  it('is not alone: staff read an alarm once half of the day’s receipts are used', async () => {
    const alarms = () =>
      as(ADMIN, (query) => query('select target, submissions from public.flood_alarms'));
    for (const n of [1, 2]) await claim(await bookFrom(`198.51.100.${n}`), 'booking', 4);
    expect(await alarms()).toEqual([]);
    await claim(await bookFrom('198.51.100.3'), 'booking', 4);
    expect(await alarms()).toEqual([{ target: 'receipts', submissions: 3 }]);
  });
});

describe('an address whose receipt bounced or was reported as spam', () => {
  it('gets no further receipt and no retry', async () => {
    const { id } = await book('a@example.com');
    const receipt = await claim(id);
    expect(await suppress(receipt)).toBe(true);
    expect(await suppress(receipt)).toBe(false);
    await finish(receipt, false);
    await age('2 days');
    expect(await claim(id)).toBeNull();
    expect(await claim((await book('A+again@example.com')).id)).toBeNull();
    expect(await claim((await book('b@example.com')).id)).not.toBeNull();
  });

  it('is stored as a hash only', async () => {
    await suppress(await claim((await book('secret@example.com')).id));
    const stored = await asOwner<{ text: string }>(
      `select s::text as text from private.suppressed_addresses s union all select r::text from private.receipts r`,
    );
    expect(stored).toHaveLength(2);
    expect(stored.map(({ text }) => text).join()).not.toContain('secret');
  });

  it('is not suppressed by a report about a deleted receipt', async () => {
    expect(await suppress({ receipt_id: randomUUID(), job_title: null, record: {} })).toBe(false);
  });
});

describe('due receipts', () => {
  const due = (atMost: number) =>
    call<{ data: { id: string } }[]>('public.due_alerts($1)', [atMost]).then((all) =>
      all.map(({ data }) => data.id),
    );
  const sendAlert = (id: string) =>
    asOwner(`update public.alerts set state = 'sent' where record_id = $1`, [id]);
  beforeEach(() => asOwner('delete from public.bookings'));

  it('include a failed receipt after its backoff, and never a sent or suppressed one', async () => {
    const [failed, sent, suppressed] = [await book(), await book(), await book()];
    for (const { id } of [failed, sent, suppressed]) await sendAlert(id);
    await finish(await claim(failed.id), false);
    await finish(await claim(sent.id), true);
    const unwanted = await claim(suppressed.id);
    await finish(unwanted, false);
    await suppress(unwanted);
    expect(await due(20)).toEqual([]);
    await age('5 minutes');
    expect(await due(20)).toEqual([failed.id]);
  });

  it('come after all due alerts', async () => {
    const receipt = await book();
    await sendAlert(receipt.id);
    await finish(await claim(receipt.id), false);
    await age('1 day');
    const alert = await book();
    await asOwner(
      `update public.alerts set created_at = now() - interval '15 minutes' where record_id = $1`,
      [alert.id],
    );
    expect(await due(20)).toEqual([alert.id, receipt.id]);
    expect(await due(1)).toEqual([alert.id]);
  });
});

it('a person’s stored data includes their receipts and any suppression', async () => {
  const { id } = await book('moira@example.com');
  await suppress(await claim(id));
  await claim((await book('somebody@example.com')).id);
  const found = await call<Record<string, unknown[]>>('public.person_records($1)', [
    ' Moira@example.com',
  ]);
  expect(found['receipts']).toEqual([
    expect.objectContaining({ kind: 'booking', record_id: id, state: 'sending' }),
  ]);
  expect(found['suppressed_addresses']).toHaveLength(1);
  expect(JSON.stringify([found['receipts'], found['suppressed_addresses']])).not.toContain(
    'address"',
  );
});

it('the counts cover what was sent in the last two days, and each failure until its record is deleted', async () => {
  await finish(await claim((await book()).id), true);
  await finish(await claim((await book()).id), false);
  await age('2 days');
  await finish(await claim((await book()).id), true);
  expect(await call('public.receipt_counts()')).toEqual({
    sent: 1,
    failed: 1,
    bounced: 0,
    late: 0,
    latest: expect.any(String),
  });
  await asOwner('delete from public.bookings');
  expect(await call('public.receipt_counts()')).toMatchObject({ failed: 0, latest: null });
});

it('a mail whose address the provider refused is no failure of ours', async () => {
  const receipt = await claim((await book()).id);
  await call('public.finish_receipt($1, false, true)', [receipt?.receipt_id]);
  expect(await call('public.receipt_counts()')).toMatchObject({ failed: 0 });
});

it.each([ANON, USER, ADMIN])('the functions and tables are closed to %o', async (caller) => {
  for (const sql of [
    `select public.claim_receipt('booking', '${randomUUID()}', 10)`,
    `select public.finish_receipt('${randomUUID()}', true)`,
    `select public.suppress_receipts('${randomUUID()}')`,
    'select public.receipt_counts()',
    'select * from private.receipts',
    'select * from private.suppressed_addresses',
  ])
    await expect(as(caller, (query) => query(sql))).rejects.toMatchObject({ code: '42501' });
});
