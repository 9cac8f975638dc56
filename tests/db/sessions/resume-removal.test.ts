import { expect, it } from 'vitest';
import { ANON, SERVICE, useDatabase, type Caller } from '../../support/database.ts';
import type { Query } from '../../support/test-database.ts';
import { anApplication } from '../../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

/**
 * Runs the work in a transaction that stays open. The returned function commits it and waits for
 * that.
 */
async function open(caller: Caller, work: (query: Query) => Promise<unknown>) {
  let commit = (): void => undefined;
  const told = new Promise<void>((resolve) => (commit = resolve));
  let committed: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    committed = as(caller, async (query) => {
      await work(query);
      resolve();
      await told;
    });
    committed.catch(reject);
  });
  return async () => {
    commit();
    await committed;
  };
}

const removal = (name: string) => (query: Query) =>
  query(`delete from storage.objects where bucket_id = 'resumes' and name = $1`, [name]);
const stored = async (name: string) =>
  (await asOwner('select from storage.objects where name = $1', [name])).length === 1;
const waitsForAnother = async () =>
  (
    await asOwner(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from storage%'`,
    )
  ).length > 0;

const insertOf = (row: Record<string, unknown>) => (query: Query) => {
  const columns = Object.keys(row).join(', ');
  return query(
    `insert into public.job_applications (${columns}) select ${columns} from json_populate_record(null::public.job_applications, $1)`,
    [JSON.stringify(row)],
  );
};

it('an application being stored protects its résumé from a removal that has begun', async () => {
  const application = await anApplication(asOwner);
  const commitApplication = await open(ANON, insertOf(application));
  const removed = as(SERVICE, removal(application.resume_path));
  await expect.poll(waitsForAnother).toBe(true);
  await commitApplication();
  await removed;
  expect(await stored(application.resume_path)).toBe(true);
});

it('an application that arrives during its résumé’s removal is refused at once, and accepted when the file is stored again', async () => {
  const application = await anApplication(asOwner);
  const commitRemoval = await open(SERVICE, removal(application.resume_path));
  await expect(insertAs(ANON, 'public.job_applications', application)).rejects.toMatchObject({
    code: '23503',
    constraint: 'job_applications_resume_path_fkey',
  });
  await commitRemoval();
  expect(await stored(application.resume_path)).toBe(false);
  await asOwner(`insert into storage.objects (bucket_id, name) values ('resumes', $1)`, [
    application.resume_path,
  ]);
  await expect(insertAs(ANON, 'public.job_applications', application)).resolves.toBeUndefined();
});
