import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { anApplication, storeFile } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const unclaimed = async (caller: Caller = SERVICE) =>
  (
    await as(caller, (query) =>
      query<{ names: string[] }>('select public.unclaimed_resumes() as names'),
    )
  )[0]?.names;
const age = (interval: string) =>
  asOwner('update storage.objects set created_at = created_at - $1::interval', [interval]);
const stored = async () =>
  (await asOwner<{ name: string }>('select name from storage.objects order by name')).map(
    ({ name }) => name,
  );
const remove = (caller: Caller, name: string) =>
  as(caller, (query) =>
    query(`delete from storage.objects where bucket_id = 'resumes' and name = $1`, [name]),
  );

async function storeResume() {
  const name = `${randomUUID()}.pdf`;
  await storeFile(asOwner, 'resumes', name);
  return name;
}

/** Stores an application and returns it with its file's path. */
async function apply() {
  const application = await anApplication(asOwner);
  await insertAs(ANON, 'public.job_applications', application);
  return application;
}

beforeEach(async () => {
  await asOwner('delete from public.job_applications');
  await as(SERVICE, (query) => query('delete from storage.objects'));
});

describe('a résumé is named for removal', () => {
  it('a day after it was stored without an application', async () => {
    const name = await storeResume();
    await age('23 hours 59 minutes');
    expect(await unclaimed()).toEqual([]);
    await age('1 minute');
    expect(await unclaimed()).toEqual([name]);
  });

  it('when its application was deleted and its file left behind', async () => {
    const { id, resume_path } = await apply();
    await age('1 year');
    await as(ADMIN, (query) => query('delete from public.job_applications where id = $1', [id]));
    expect(await unclaimed()).toEqual([resume_path]);
  });

  it('never while an application claims it', async () => {
    await apply();
    await age('1 year');
    expect(await unclaimed()).toEqual([]);
  });

  it('with the oldest first, five hundred at a time', async () => {
    await asOwner(`insert into storage.objects (bucket_id, name, created_at)
      select 'resumes', gen_random_uuid() || '.pdf', now() - interval '2 days' from generate_series(1, 500)`);
    const oldest = await storeResume();
    await asOwner(
      `update storage.objects set created_at = now() - interval '3 days' where name = $1`,
      [oldest],
    );
    const names = await unclaimed();
    expect([names?.length, names?.[0]]).toEqual([500, oldest]);
  });

  it('but a picture never is', async () => {
    await storeFile(asOwner, 'gallery', `Residential/${'a'.repeat(32)}.webp`);
    await age('1 year');
    expect(await unclaimed()).toEqual([]);
  });

  it.each([ANON, USER, ADMIN])('only to the server, not to %o', async (caller) => {
    await expect(unclaimed(caller)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the removal', () => {
  it('takes résumés without an application', async () => {
    const name = await storeResume();
    await remove(SERVICE, name);
    expect(await stored()).toEqual([]);
  });

  it('keeps a résumé whose application arrived after it was listed', async () => {
    const application = await anApplication(asOwner);
    await age('1 day');
    expect(await unclaimed()).toEqual([application.resume_path]);
    await insertAs(ANON, 'public.job_applications', application);
    await remove(SERVICE, application.resume_path);
    expect(await stored()).toEqual([application.resume_path]);
  });

  it('refuses a later application, so that its device uploads the file again', async () => {
    const application = await anApplication(asOwner);
    await remove(SERVICE, application.resume_path);
    await expect(insertAs(ANON, 'public.job_applications', application)).rejects.toMatchObject({
      code: '23503',
      constraint: 'job_applications_resume_path_fkey',
    });
    await storeFile(asOwner, 'resumes', application.resume_path);
    await expect(insertAs(ANON, 'public.job_applications', application)).resolves.toBeUndefined();
  });

  it('does not stop an administrator, who deletes the file before the application', async () => {
    const { resume_path } = await apply();
    await remove(ADMIN, resume_path);
    expect(await stored()).toEqual([]);
  });
});

describe('unclaimed résumés of all senders together', () => {
  const MB = 1024 * 1024;
  const visitor = (n: number): Caller => ({
    ...ANON,
    headers: { 'x-forwarded-for': `203.0.113.${n}` },
  });
  const send = (n: number, bytes: number, name = `${randomUUID()}.pdf`) =>
    as(visitor(n), (query) => storeFile(query, 'resumes', name, { bytes })).then(() => name);
  const TOO_MANY = {
    code: 'PT429',
    message: expect.stringContaining('no more connections allowed'),
  };
  beforeEach(() =>
    asOwner('update private.flood_settings set unclaimed_resume_bytes = $1', [20 * MB]),
  );

  it('have a total limit, beyond which every sender has to wait', async () => {
    await send(1, 10 * MB);
    await send(2, 10 * MB);
    await expect(send(3, 1)).rejects.toMatchObject(TOO_MANY);
  });

  it('count as at least 64 KB each, which limits their number', async () => {
    await asOwner(
      `insert into private.unclaimed_resumes select n || '.pdf', 65536 from generate_series(1, 320) n`,
    );
    await expect(send(4, 1)).rejects.toMatchObject(TOO_MANY);
    await asOwner('delete from private.unclaimed_resumes');
  });

  it('free space when an application claims one, or when one is removed', async () => {
    const application = await anApplication(asOwner);
    await send(5, 10 * MB);
    const removed = await send(6, 9 * MB);
    await expect(send(7, 10 * MB)).rejects.toMatchObject(TOO_MANY);
    await insertAs(ANON, 'public.job_applications', application);
    await remove(SERVICE, removed);
    expect(await asOwner('select bytes::int as bytes from private.unclaimed_resumes')).toEqual([
      { bytes: 10 * MB },
    ]);
    await send(8, 10 * MB);
  });

  it('do not include a file that its device uploads again for a stored application', async () => {
    const { resume_path } = await apply();
    await as(ADMIN, (query) => query('delete from storage.objects where name = $1', [resume_path]));
    await send(9, 10 * MB, resume_path);
    expect(await asOwner('select from private.unclaimed_resumes')).toEqual([]);
  });
});
