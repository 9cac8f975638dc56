import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/core/store/database.ts';
import type * as InstallId from '../../../src/runtime/install-id.ts';

const { device } = vi.hoisted(() => ({ device: {} as { db: Database } }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return device.db;
  },
}));

const inPages = new Map<string, string>();
let noticeLoss: typeof InstallId.noticeLoss;

/** The module as in a freshly loaded page. */
async function loadPage(): Promise<typeof InstallId> {
  vi.resetModules();
  return import('../../../src/runtime/install-id.ts');
}

const keys = async () => (await device.db.facts.toArray()).map(({ key }) => key);

beforeEach(async () => {
  ({ noticeLoss } = await loadPage());
  device.db = new Database(`test-${crypto.randomUUID()}`);
  inPages.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => inPages.get(key) ?? null,
    setItem: (key: string, value: string) => void inPages.set(key, value),
  });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await device.db.delete();
});

test('two tabs opened together on a first visit are no loss, and agree on one id', async () => {
  const read = device.db.facts.get.bind(device.db.facts);
  const slowly = async (key: string) => {
    const found = await read(key);
    // The other tab does all its work between this tab's reads.
    await noticeLoss();
    return found;
  };
  vi.spyOn(device.db.facts, 'get').mockImplementationOnce(
    slowly as unknown as typeof device.db.facts.get,
  );

  await noticeLoss();

  expect(await device.db.facts.toArray()).toEqual([
    { key: 'install-id', value: inPages.get('install-id') },
  ]);
});

test('a database without the id that the pages still have is a loss, noticed once', async () => {
  inPages.set('install-id', 'one');
  await noticeLoss();
  expect(await keys()).toEqual(['install-id', 'loss']);

  await device.db.facts.delete('loss');
  await noticeLoss();
  expect(await device.db.facts.toArray()).toEqual([{ key: 'install-id', value: 'one' }]);
});

test('pages that lost their id are given the database’s', async () => {
  await device.db.facts.put({ key: 'install-id', value: 'one' });
  await noticeLoss();
  expect([inPages.get('install-id'), await keys()]).toEqual(['one', ['install-id']]);
});

test('an ordinary start opens no transaction that writes', async () => {
  await noticeLoss();
  const transaction = vi.spyOn(device.db, 'transaction');
  const put = vi.spyOn(device.db.facts, 'put');
  await noticeLoss();
  expect([transaction.mock.calls.length, put.mock.calls.length]).toEqual([0, 0]);
});

test('in a browser without storage nothing is recorded and nobody is asked', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  await noticeLoss();
  expect([warned.mock.calls.length, await keys()]).toEqual([1, []]);
});

test('a loss is shown until its page is left once it was seen, and on no later page', async () => {
  inPages.set('install-id', 'one');
  await noticeLoss();
  const page = await loadPage();
  expect(await page.readLoss()).toBe(true);

  await page.noteLossSeen();

  expect(await page.readLoss()).toBe(true);
  const later = await loadPage();
  expect(await later.readLoss()).toBe(false);
});

test('a loss that was not seen is shown on the next page, and one that was dismissed on none', async () => {
  inPages.set('install-id', 'one');
  await noticeLoss();
  await (await loadPage()).readLoss();
  const next = await loadPage();
  expect(await next.readLoss()).toBe(true);

  await (await loadPage()).acknowledgeLoss();

  expect(await next.readLoss()).toBe(false);
  await next.noteLossSeen();
  expect(await keys()).toEqual(['install-id']);
});

test('a second loss is shown though the first one was seen', async () => {
  inPages.set('install-id', 'one');
  await noticeLoss();
  await (await loadPage()).noteLossSeen();
  await device.db.facts.clear();

  await (await loadPage()).noticeLoss();

  expect(await (await loadPage()).readLoss()).toBe(true);
});
