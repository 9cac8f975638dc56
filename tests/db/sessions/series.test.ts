import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, useDatabase, type Caller } from '../../support/database.ts';
import { aBooking } from '../../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const ROUNDS = 15;

const outcomeOf = async (caller: Caller, sql: string, params: unknown[]) =>
  (
    await as(caller, (query) =>
      query<{ outcome: string }>(`select ${sql} ->> 'outcome' as outcome`, params),
    )
  )[0]?.outcome;
const dayIn = async (days: number) =>
  (
    await asOwner<{ day: string }>(`select (private.london_today() + $1::int)::text as day`, [days])
  )[0]?.day ?? '';
const revOf = async (id: string) =>
  (await asOwner<{ rev: string }>('select rev from public.bookings where id = $1', [id]))[0]?.rev;
const visitsOf = (series: string) =>
  asOwner<{ id: string; day: string; status: string }>(
    `select id, series_day::text as day, status from public.bookings where series = $1 order by series_day`,
    [series],
  );
const repeat = async (id: string, every: number, days: number, rev?: string) =>
  outcomeOf(
    ADMIN,
    `public.answer_booking($1, $2, $3, 'repeated', $4, 'morning', null, $5, null, null)`,
    [randomUUID(), id, rev ?? (await revOf(id)), await dayIn(days), every],
  );
const stop = async (id: string, days: number, rev?: string) =>
  outcomeOf(ADMIN, `public.answer_booking($1, $2, $3, 'stopped', $4, null, null)`, [
    randomUUID(),
    id,
    rev ?? (await revOf(id)),
    await dayIn(days),
  ]);
const skip = (id: string) =>
  outcomeOf(ANON, `public.answer_request($1, $2, 'cancelled')`, [randomUUID(), id]);
const move = async (id: string, rev: string, days: number) =>
  outcomeOf(ADMIN, `public.answer_booking($1, $2, $3, 'confirmed', $4, 'evening', null)`, [
    randomUUID(),
    id,
    rev,
    await dayIn(days),
  ]);
const run = () => asOwner('select private.make_due_visits(50)');
/** Removes the visits of a series as an older backup lacks them. */
async function forgetVisits(series: string) {
  await asOwner('delete from public.bookings where series = $1', [series]);
  await asOwner(`delete from public.deleted_rows where table_name = 'bookings'`);
}

async function book() {
  const booking = aBooking({
    preferred_date: await dayIn(7),
    email: `${randomUUID()}@example.com`,
  });
  await insertAs(ANON, 'public.bookings', booking);
  return booking.id;
}

beforeEach(async () => {
  await asOwner('delete from private.submission_hits');
  await asOwner('delete from public.bookings');
});

describe('at the same moment', () => {
  it('several runs make each visit once', async () => {
    const ids = [await book(), await book(), await book()];
    for (const id of ids) await repeat(id, 1, 7);
    for (let round = 0; round < ROUNDS; round++) {
      for (const id of ids) await forgetVisits(id);
      await Promise.all([run(), run(), run(), run()]);
      for (const id of ids) expect(await visitsOf(id)).toHaveLength(5);
    }
  });

  it('a run and a stop leave no visit after the last day', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book();
      await repeat(id, 1, 7);
      await forgetVisits(id);
      const [, stopped] = await Promise.all([run(), stop(id, 20), run()]);
      expect(stopped).toBe('added');
      await run();
      expect((await visitsOf(id)).map(({ day }) => day)).toEqual([await dayIn(14)]);
    }
  });

  it('a skip and a stop: the visit is skipped and stays, or is removed and never revived', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book();
      await repeat(id, 1, 7);
      const visit = (await visitsOf(id))[2];
      const [skipped] = await Promise.all([skip(visit?.id ?? ''), stop(id, 15), run()]);
      const kept = (await visitsOf(id)).filter(({ id: one }) => one === visit?.id);
      expect(kept.map(({ status }) => status)).toEqual(skipped === 'gone' ? [] : ['cancelled']);
    }
  });

  it('the customer skips a visit while the office moves it: no answer is lost', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book();
      await repeat(id, 1, 7);
      const visit = (await visitsOf(id))[0]?.id ?? '';
      const rev = (await revOf(visit)) ?? '';
      const [skipped, moved] = await Promise.all([skip(visit), move(visit, rev, 16), run()]);
      expect(skipped).toBe('added');
      expect(['added', 'changed']).toContain(moved);
      expect((await visitsOf(id))[0]?.status).toBe('cancelled');
    }
  });

  it('two administrators repeat a booking in two ways: one series begins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book();
      const rev = await revOf(id);
      const outcomes = await Promise.all([repeat(id, 1, 7, rev), repeat(id, 2, 7, rev), run()]);
      expect(outcomes.slice(0, 2).toSorted()).toEqual(['added', 'changed']);
      expect(await visitsOf(id)).toHaveLength(outcomes[0] === 'added' ? 5 : 2);
    }
  });

  it('a deletion of the first booking and a run leave no visit', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await book();
      await repeat(id, 1, 7);
      await forgetVisits(id);
      await Promise.all([
        run(),
        as(ADMIN, (query) => query('select public.delete_rows($1, $2)', ['bookings', [id]])),
        run(),
      ]);
      expect(await visitsOf(id)).toEqual([]);
    }
  });
});
