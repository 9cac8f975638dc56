import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Store from '../../../src/core/store/database.ts';
import type { Fact } from '../../../src/core/store/device-schema.ts';

const page = new EventTarget();
const leave = () => page.dispatchEvent(new Event('pagehide'));
const comeBack = () => page.dispatchEvent(new Event('pageshow'));
const fact: Fact = { key: 'loss', value: '2026-11-20' };

let db: Store.Database;
let withReopen: typeof Store.withReopen;

beforeEach(async () => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  const store: typeof Store = await import('../../../src/core/store/database.ts');
  withReopen = store.withReopen;
  db = new store.Database(`test-${crypto.randomUUID()}`);
  await db.open();
});

afterEach(async () => {
  comeBack();
  await db.delete();
  vi.unstubAllGlobals();
});

/** Writes two facts in one transaction, and leaves the page once, after the first. */
function keepTwo() {
  let isLeft = false;
  return () =>
    db.transaction('rw', db.facts, async () => {
      await db.facts.put(fact);
      if (!isLeft) leave();
      isLeft = true;
      await db.facts.put({ ...fact, key: 'install-id' });
    });
}

test('a page that is left amid a transaction ends it, and nothing of it is kept', async () => {
  await expect(keepTwo()()).rejects.toThrow();
  expect(await db.facts.count()).toBe(0);
});

test('work finished when its page was left stays done', async () => {
  await db.facts.put(fact);
  leave();
  expect(await db.facts.toArray()).toEqual([fact]);
});

test('work aborted by leaving the page is repeated when the page is shown again, and not before', async () => {
  const both = withReopen(keepTwo());
  await expect(
    Promise.race([both, new Promise((resolve) => setTimeout(resolve, 50, 'still waits'))]),
  ).resolves.toBe('still waits');
  comeBack();
  await both;
  expect(await db.facts.count()).toBe(2);
});

test('work aborted by leaving the page is repeated, also when the page is shown before the abort is known', async () => {
  let isLeft = false;
  const keepOne = () =>
    db.transaction('rw', db.facts, () => {
      const stored = db.facts.put(fact);
      if (!isLeft) {
        leave();
        comeBack();
      }
      isLeft = true;
      return stored;
    });
  await withReopen(keepOne);
  expect(await db.facts.count()).toBe(1);
});

test('work that aborted itself is not repeated', async () => {
  let times = 0;
  const ended = () =>
    db.transaction('rw', db.facts, (transaction) => {
      times++;
      transaction.abort();
    });
  await expect(withReopen(ended)).rejects.toMatchObject({ name: 'AbortError' });
  expect(times).toBe(1);
});
