import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';

const { as, asOwner } = useDatabase();

const ERROR = {
  hash: '0123456789abcdef',
  kind: 'TypeError',
  place: '/assets/shell-1a2b3c4.js:1:200',
  times: 2,
};
const hashed = (n: number, times = 1) => ({
  ...ERROR,
  hash: n.toString(16).padStart(16, '0'),
  times,
});
const report = (errors: unknown, release = 'shell-1a2b3c4', caller: Caller = ANON) =>
  as(caller, (query) =>
    query('select public.count_browser_errors($1, $2)', [release, JSON.stringify(errors)]),
  );
const rows = () =>
  asOwner<{ release: string; hash: string; times: number }>(
    'select release, hash, kind, place, times from public.browser_errors order by release, hash',
  );

beforeEach(() => asOwner('delete from public.browser_errors'));

describe('a report', () => {
  it.each([ANON, USER, ADMIN])('of %o is counted with similar ones', async (caller) => {
    await report([ERROR], undefined, caller);
    await report([{ ...ERROR, times: 3 }]);
    await report([ERROR], 'shell-of-later');
    expect(await rows()).toEqual([
      { release: 'shell-1a2b3c4', ...ERROR, times: 5 },
      { release: 'shell-of-later', ...ERROR },
    ]);
  });

  it.each([
    ['a hash that is none', { ...ERROR, hash: 'x' }],
    ['a place with a query', { ...ERROR, place: '/booking?email=a@example.com' }],
    ['a place with a space', { ...ERROR, place: 'Ailsa Craig' }],
    ['a kind with a text', { ...ERROR, kind: 'TypeError: Ailsa' }],
    ['no kind', { ...ERROR, kind: null }],
  ])('with %s stores nothing', async (_, error) => {
    await expect(report([error])).rejects.toMatchObject({
      code: expect.stringMatching(/^23/) as string,
    });
    expect(await rows()).toEqual([]);
  });

  it.each([[[]], ['x'], [null], [Array.from({ length: 11 }, (_, n) => hashed(n))]])(
    'must be a list of one to ten errors: %j',
    async (errors) => {
      await expect(report(errors)).rejects.toMatchObject({ code: '22023' });
    },
  );

  it('ignores counts that a page never sends', async () => {
    await report([hashed(1, 0), hashed(2, 51), hashed(3, -1), hashed(4, 50)]);
    expect((await rows()).map(({ times }) => times)).toEqual([50]);
  });
});

describe('a day', () => {
  it('has 200 rows at most, and those keep counting', async () => {
    for (let batch = 0; batch < 21; batch++)
      await report(Array.from({ length: 10 }, (_, n) => hashed(10 * batch + n)));
    expect(await rows()).toHaveLength(200);
    await report([hashed(0)]);
    expect((await rows())[0]?.times).toBe(2);
  });

  it('counts 5,000 errors at most', async () => {
    await report([ERROR]);
    await asOwner('update public.browser_errors set times = 4999');
    await report([ERROR]);
    expect((await rows())[0]?.times).toBe(4999);
    await report([{ ...ERROR, times: 1 }]);
    expect((await rows())[0]?.times).toBe(5000);
  });

  it('is deleted after 30 days, or at once if a wrong clock dated it in the future', async () => {
    await report([ERROR]);
    for (const days of [29, 30, -2])
      await asOwner(
        `insert into public.browser_errors select day - $1::int, release, hash, kind, place, times
         from public.browser_errors order by day desc limit 1`,
        [days],
      );
    await report([hashed(1)]);
    expect(await rows()).toHaveLength(3);
  });
});

describe('a sender', () => {
  const from = (address: string): Caller => ({ ...ANON, headers: { 'x-forwarded-for': address } });
  const alarms = () =>
    as(ADMIN, (query) => query('select target, submissions from public.flood_alarms'));
  const kinds = (first: number, times = 1) =>
    Array.from({ length: 10 }, (_, n) => hashed(first + n, times));
  beforeEach(async () => {
    await asOwner('delete from private.submission_hits');
    await asOwner('delete from public.flood_alarms');
  });

  it.each([
    ['an IPv4 address', () => '203.0.113.1', 25],
    ['a /64', (n: number) => `2001:db8:0:1::${n + 1}`, 25],
    ['a /48', (n: number) => `2001:db8:0:${(n + 1).toString(16)}::1`, 50],
  ])(
    'at %s adds its share of the day’s rows, and another’s error is counted',
    async (_, addressOf, share) => {
      for (let n = 0; n < 25; n++) await report(kinds(10 * n), undefined, from(addressOf(n)));
      expect(await rows()).toHaveLength(share);
      await report([hashed(9999)], undefined, from('198.51.100.7'));
      expect((await rows()).at(-1)).toMatchObject({ hash: hashed(9999).hash, times: 1 });
    },
  );

  it('adds its share of the day’s errors, and another’s error is counted', async () => {
    for (let n = 0; n < 25; n++) await report(kinds(0, 50), undefined, from('203.0.113.1'));
    const counted = async () => (await rows()).reduce((sum, { times }) => sum + times, 0);
    expect(await counted()).toBe(600);
    await report(kinds(0, 5), undefined, from('198.51.100.7'));
    expect(await counted()).toBe(650);
  });

  it('is not alone: staff read an alarm once half of the day’s rows are used', async () => {
    for (let n = 0; n < 10; n++) await report(kinds(10 * n), undefined, from(`198.51.100.${n}`));
    expect(await alarms()).toEqual([]);
    await report([hashed(9999)], undefined, from('203.0.113.1'));
    expect(await alarms()).toEqual([{ target: 'browser_errors', submissions: 101 }]);
  });
});

describe('a release', () => {
  const note = (...releases: string[]) =>
    as(SERVICE, (query) => query('select public.note_releases($1)', [releases]));
  const releases = async () => (await rows()).map(({ release }) => release);
  beforeEach(() => asOwner('delete from private.releases'));

  it('is counted if the site serves it or served it in the last 90 days; an invented one is not', async () => {
    await note('index-1', 'portal-1');
    await asOwner(`update private.releases set served_at = now() - interval '89 days'`);
    await note('index-2');
    for (const release of ['index-1', 'portal-1', 'index-2', 'invented'])
      await report([ERROR], release);
    expect(await releases()).toEqual(['index-1', 'index-2', 'portal-1']);
    await asOwner(`update private.releases set served_at = now() - interval '90 days'`);
    await note('index-2');
    await asOwner('delete from public.browser_errors');
    await report([ERROR], 'index-1');
    await report([ERROR], 'index-2');
    expect(await releases()).toEqual(['index-2']);
  });

  it('of any name is counted until one is noted', async () => {
    await report([ERROR], 'index-1');
    expect(await releases()).toEqual(['index-1']);
  });

  it.each([ANON, USER, ADMIN])('is noted by the server alone, not by %o', async (caller) => {
    for (const sql of [
      `select public.note_releases('{index-1}')`,
      'select * from private.releases',
    ])
      await expect(as(caller, (query) => query(sql))).rejects.toMatchObject({ code: '42501' });
  });
});

it('only administrators read the counts, and nobody writes them', async () => {
  await report([ERROR]);
  const select = (caller: Caller) =>
    as(caller, (query) => query('select from public.browser_errors'));
  expect(await select(ADMIN)).toHaveLength(1);
  expect(await select(USER)).toEqual([]);
  await expect(select(ANON)).rejects.toMatchObject({ code: '42501' });
  for (const caller of [ANON, USER, ADMIN])
    for (const sql of [
      'delete from public.browser_errors',
      'update public.browser_errors set times = 1',
      'select public.browser_error_counts()',
    ])
      await expect(as(caller, (query) => query(sql))).rejects.toMatchObject({ code: '42501' });
});

it('the deployment check reads their number and the most frequent one', async () => {
  const counts = () =>
    as(SERVICE, async (query) => (await query('select public.browser_error_counts() as c'))[0]);
  expect(await counts()).toEqual({ c: { errors: 0, kinds: 0, worst: null } });
  await report([hashed(1), { ...hashed(2, 7), kind: 'RangeError' }]);
  expect(await counts()).toEqual({
    c: { errors: 8, kinds: 2, worst: `RangeError at ${ERROR.place}` },
  });
});
