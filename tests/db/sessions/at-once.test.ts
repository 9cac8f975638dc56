import { beforeEach, describe, expect, it } from 'vitest';
import { ANON, SERVICE, useDatabase } from '../../support/database.ts';
import { aBooking, anApplication } from '../../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const TIMES = 20;
const from = (address: string) => ({ ...ANON, headers: { 'x-forwarded-for': address } });
/** The sorted results of concurrent calls: nothing, or an error's code. */
async function together(times: number, work: () => Promise<unknown>): Promise<string[]> {
  const results = await Promise.allSettled(Array.from({ length: times }, work));
  return results
    .map((result) =>
      result.status === 'fulfilled' ? 'stored' : (result.reason as { code: string }).code,
    )
    .sort();
}
async function claimReceipt(id: string, perDay: number) {
  const [claim] = await as(SERVICE, (query) =>
    query<{ id: string | null }>(
      `select public.claim_receipt('booking', $1, $2) ->> 'receipt_id' as id`,
      [id, perDay],
    ),
  );
  return claim?.id ?? null;
}
const repeat = (word: string, times: number) => Array.from({ length: times }, () => word);

beforeEach(() => asOwner('delete from private.submission_hits'));

describe('concurrent callers', () => {
  it('claim one alert once', async () => {
    const booking = aBooking();
    await insertAs(ANON, 'public.bookings', booking);
    const claims = await Promise.all(
      Array.from({ length: TIMES }, () =>
        as(SERVICE, (query) =>
          query<{ outcome: string }>(
            `select public.claim_alert('booking', $1) ->> 'outcome' as outcome`,
            [booking.id],
          ),
        ),
      ),
    );
    expect(
      claims
        .flat()
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['claimed', ...repeat('claimed-elsewhere', TIMES - 1)]);
    expect(
      await asOwner('select attempts from public.alerts where record_id = $1', [booking.id]),
    ).toEqual([{ attempts: 1 }]);
  });

  it('claim one receipt once', async () => {
    const booking = aBooking();
    await insertAs(ANON, 'public.bookings', booking);
    const claims = await Promise.all(
      Array.from({ length: TIMES }, () => claimReceipt(booking.id, 1000)),
    );
    expect(claims.filter((id) => id !== null)).toHaveLength(1);
    expect(await asOwner('select attempts from private.receipts')).toEqual([{ attempts: 1 }]);
  });

  it('claim one receipt to one address, and the daily limit to all addresses', async () => {
    const claimAll = async (emails: string[], perDay: number) => {
      const bookings = emails.map((email) => aBooking({ email }));
      for (const booking of bookings) await insertAs(ANON, 'public.bookings', booking);
      await asOwner('delete from private.receipts');
      const claims = await Promise.all(bookings.map(({ id }) => claimReceipt(id, perDay)));
      return claims.filter((id) => id !== null).length;
    };
    const emails = Array.from({ length: TIMES }, (_, n) => `n${n}@example.com`);
    expect(await claimAll(repeat('one@example.com', TIMES), 1000)).toBe(1);
    expect(await claimAll(emails, 7)).toBe(7);
  });

  it('from one address store at most ten submissions', async () => {
    const answers = await together(30, () =>
      insertAs(from('203.0.113.1'), 'public.bookings', aBooking()),
    );
    expect(answers).toEqual([...repeat('PT429', 20), ...repeat('stored', 10)]);
    expect(await asOwner('select from private.submission_hits')).toHaveLength(10);
  });

  it('store one booking once, with one alert, and the others learn that it is stored', async () => {
    const booking = aBooking();
    expect(await together(TIMES, () => insertAs(ANON, 'public.bookings', booking))).toEqual([
      ...repeat('23505', TIMES - 1),
      'stored',
    ]);
    expect(await asOwner('select from public.bookings where id = $1', [booking.id])).toHaveLength(
      1,
    );
    expect(
      await asOwner('select from public.alerts where record_id = $1', [booking.id]),
    ).toHaveLength(1);
  });

  it('that send and delete one application never restore it, and never deadlock', async () => {
    for (let round = 0; round < TIMES; round++) {
      const application = await anApplication(asOwner);
      await insertAs(ANON, 'public.job_applications', application);
      const [deleted, sentAgain] = await Promise.allSettled([
        asOwner('delete from public.job_applications where id = $1', [application.id]),
        insertAs(ANON, 'public.job_applications', application),
        asOwner('delete from public.careers where id = $1', [application.career_id]),
      ]);
      expect(deleted.status).toBe('fulfilled');
      expect(sentAgain).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
      expect(
        await asOwner('select from public.job_applications where id = $1', [application.id]),
      ).toEqual([]);
    }
  });
});
