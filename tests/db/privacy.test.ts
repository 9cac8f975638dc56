import { expect, test } from 'vitest';
import { ADDRESS_RETENTION_DAYS, UNCLAIMED_RESUME_DAYS } from '../../src/core/domain/limits.ts';
import { RETENTION_MONTHS } from '../../src/core/domain/retention.ts';
import { ANON, SERVICE, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

test('an unclaimed résumé is removed after the privacy page’s period, and not before', async () => {
  const { resume_path } = await anApplication(asOwner);
  const unclaimed = async (age: string) => {
    await asOwner('update storage.objects set created_at = now() - $1::interval', [age]);
    const [row] = await as(SERVICE, (query) =>
      query<{ names: string[] }>('select public.unclaimed_resumes() as names'),
    );
    return row?.names;
  };
  expect(await unclaimed(`${UNCLAIMED_RESUME_DAYS * 24 - 1} hours`)).toEqual([]);
  expect(await unclaimed(`${UNCLAIMED_RESUME_DAYS} days`)).toEqual([resume_path]);
});

test('an address is deleted within the privacy page’s period, by the hourly job', async () => {
  const hits = () => asOwner('select from private.submission_hits');
  const keepHit = (age: string) =>
    asOwner(
      `insert into private.submission_hits (target, client, at) values ('bookings', 'x', now() - $1::interval)`,
      [age],
    );
  await keepHit(`${ADDRESS_RETENTION_DAYS * 24 - 2} hours`);
  await asOwner('select private.forget_addresses()');
  expect(await hits()).toHaveLength(1);
  await keepHit(`${ADDRESS_RETENTION_DAYS * 24 - 1} hours`);
  await asOwner('select private.forget_addresses()');
  expect(await hits()).toHaveLength(1);
});

test.each([
  // A booking ages from the day of the visit, even if it was made long before.
  ['bookings', async () => aBooking(), 'preferred_date'],
  ['contact_messages', async () => aMessage(), 'created_at'],
  ['job_applications', () => anApplication(asOwner), 'created_at'],
] as const)(
  '%s are due after the months that the privacy page says, and not before',
  async (table, make, ages) => {
    const months = RETENTION_MONTHS[table];
    const row = await make();
    await insertAs(ANON, `public.${table}`, row);
    await asOwner(
      `update public.${table} set created_at = now() - interval '50 years' where id = $1`,
      [row.id],
    );
    const due = async (days: number) => {
      await asOwner(
        `update public.${table} set ${ages} = now() - make_interval(months => $2, days => $3) where id = $1`,
        [row.id, months, days],
      );
      return as(SERVICE, async (query) => {
        await query('select public.set_retention($1, $2)', [table, months]);
        const [answer] = await query<{ rules: { target: string; due: number }[] }>(
          'select public.retention() as rules',
        );
        return answer?.rules.find(({ target }) => target === table)?.due;
      });
    };
    expect(await due(-1)).toBe(0);
    expect(await due(2)).toBe(1);
  },
);
