import { expect, test } from 'vitest';
import { ADDRESS_KEPT_DAYS, UNCLAIMED_RESUME_DAYS } from '../../src/core/domain/limits.ts';
import { SERVICE, useDatabase } from '../support/database.ts';
import { anApplication } from '../support/records.ts';

const { as, asOwner } = useDatabase();

test('a résumé that no application names is removed after the days that the privacy page says, and not before', async () => {
  const { resume_path } = await anApplication(asOwner);
  const unclaimed = async (age: string) => {
    await asOwner('update storage.objects set created_at = now() - $1::interval', [age]);
    const [row] = await as(SERVICE, (query) => query<{ names: string[] }>('select public.unclaimed_resumes() as names'));
    return row?.names;
  };
  expect(await unclaimed(`${UNCLAIMED_RESUME_DAYS * 24 - 1} hours`)).toEqual([]);
  expect(await unclaimed(`${UNCLAIMED_RESUME_DAYS} days`)).toEqual([resume_path]);
});

test('an address is gone within the days that the privacy page says, by a job that comes each hour', async () => {
  const hits = () => asOwner('select from private.submission_hits');
  const keepHit = (age: string) => asOwner(`insert into private.submission_hits (target, client, at) values ('bookings', 'x', now() - $1::interval)`, [age]);
  await keepHit(`${ADDRESS_KEPT_DAYS * 24 - 2} hours`);
  await asOwner('select private.forget_addresses()');
  expect(await hits()).toHaveLength(1);
  await keepHit(`${ADDRESS_KEPT_DAYS * 24 - 1} hours`);
  await asOwner('select private.forget_addresses()');
  expect(await hits()).toHaveLength(1);
});
