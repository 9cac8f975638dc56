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
  // The share of one sender is one file of 10 MB.
  beforeEach(() =>
    asOwner('update private.flood_settings set unclaimed_resume_bytes = $1', [80 * MB]),
  );
  const sendEach = async (senders: number[]) => {
    for (const n of senders) await send(n, 10 * MB);
  };

  it('have a total limit, beyond which every sender has to wait', async () => {
    await sendEach([11, 12, 13, 14, 15, 16, 17, 18]);
    await expect(send(19, 1)).rejects.toMatchObject(TOO_MANY);
  });

  it('count as at least 64 KB each, which limits their number', async () => {
    await asOwner(
      `insert into private.unclaimed_resumes select n || '.pdf', 65536 from generate_series(1, 1280) n`,
    );
    await expect(send(20, 1)).rejects.toMatchObject(TOO_MANY);
    await asOwner('delete from private.unclaimed_resumes');
  });

  it('free space when an application claims one, or when one is removed', async () => {
    const application = await anApplication(asOwner);
    await sendEach([21, 22, 23, 24, 25, 26]);
    const removed = await send(27, 10 * MB);
    await expect(send(28, 10 * MB)).rejects.toMatchObject(TOO_MANY);
    await insertAs(ANON, 'public.job_applications', application);
    await remove(SERVICE, removed);
    await sendEach([28, 29]);
    await expect(send(30, 1)).rejects.toMatchObject(TOO_MANY);
  });

  it('do not include a file that its device uploads again for a stored application', async () => {
    const { resume_path } = await apply();
    await as(ADMIN, (query) => query('delete from storage.objects where name = $1', [resume_path]));
    await send(31, 10 * MB, resume_path);
    expect(await asOwner('select from private.unclaimed_resumes')).toEqual([]);
  });
});

describe('a sender of unclaimed résumés', () => {
  const MB = 1024 * 1024;
  const TOTAL = 256 * MB;
  const sendFrom = (address: string, bytes = 10 * MB, name = `${randomUUID()}.pdf`) => {
    const caller = { ...ANON, headers: { 'x-forwarded-for': address } };
    return as(caller, (query) => storeFile(query, 'resumes', name, { bytes })).then(() => name);
  };
  /** Sends as fast as the flood guard lets this address, until a file is refused; the stored names. */
  async function flood(addressOf: (n: number) => string, times = 60) {
    const names: string[] = [];
    for (let n = 0; n < times; n++) {
      if (n % 10 === 0)
        await asOwner(`update private.submission_hits set at = at - interval '10 minutes'`);
      try {
        names.push(await sendFrom(addressOf(n)));
      } catch (error) {
        expect(error).toMatchObject({ code: 'PT429' });
        break;
      }
    }
    return names;
  }
  const alarms = () =>
    as(ADMIN, (query) =>
      query<{ target: string }>(`select target from public.flood_alarms where target <> 'resumes'`),
    );

  beforeEach(async () => {
    await asOwner('update private.flood_settings set unclaimed_resume_bytes = $1', [TOTAL]);
    await asOwner('delete from private.submission_hits');
    await asOwner('delete from public.flood_alarms');
  });

  it.each([
    ['an IPv4 address', () => '203.0.113.1'],
    ['a /64', (n: number) => `2001:db8:0:1::${n + 1}`],
    ['a /48', (n: number) => `2001:db8:0:${(n + 1).toString(16)}::1`],
  ])(
    'at the limit of %s leaves room for another, and staff read an alarm',
    async (_, addressOf) => {
      await flood(addressOf);
      expect(await alarms()).toEqual([{ target: 'unclaimed_resumes' }]);
      for (const address of ['198.51.100.7', '2001:db8:1:1::1'])
        for (let file = 0; file < 3; file++)
          await expect(sendFrom(address)).resolves.toMatch(/pdf$/);
    },
  );

  it('above its share keeps a file for an hour only', async () => {
    const names = await flood(() => '203.0.113.1', 5);
    const [row] = await asOwner<{ names: string[] }>(
      `select array_agg(name order by name) as names from private.unclaimed_resumes
       where remove_at = stored_at + interval '1 hour'`,
    );
    expect(row?.names).toEqual(names.slice(3).sort());
    expect(await unclaimed()).toEqual([]);
    await asOwner(`update private.unclaimed_resumes set remove_at = remove_at - interval '1 hour'`);
    expect(await unclaimed()).toEqual(names.slice(3));
  });

  it('within its share keeps a file for a day', async () => {
    const name = await sendFrom('203.0.113.1');
    expect(
      await asOwner('select remove_at from private.unclaimed_resumes where name = $1', [name]),
    ).toEqual([{ remove_at: null }]);
  });

  it('makes room with its oldest files, once all senders use half of the total', async () => {
    const flooded = await flood(() => '203.0.113.1', 12);
    const others = [await sendFrom('198.51.100.7'), await sendFrom('198.51.100.8')];
    const due = await unclaimed();
    expect(due).toEqual(flooded.slice(0, 2));
    expect(due).not.toEqual(expect.arrayContaining(others));
  });

  it('whose files make room keeps those that an application claims meanwhile', async () => {
    const application = await anApplication(asOwner);
    await asOwner('update private.unclaimed_resumes set remove_at = now()');
    await insertAs(ANON, 'public.job_applications', application);
    expect(await unclaimed()).toEqual([]);
  });

  it('is forgotten after 23 hours by the hourly job', async () => {
    await sendFrom('2001:db8:0:1::1');
    const senders = () =>
      asOwner('select client is null and site is null as gone from private.unclaimed_resumes');
    await asOwner(
      `update private.unclaimed_resumes set stored_at = now() - interval '22 hours 59 minutes'`,
    );
    await asOwner('select private.forget_addresses()');
    expect(await senders()).toEqual([{ gone: false }]);
    await asOwner(
      `update private.unclaimed_resumes set stored_at = stored_at - interval '1 minute'`,
    );
    await asOwner('select private.forget_addresses()');
    expect(await senders()).toEqual([{ gone: true }]);
  });
});
