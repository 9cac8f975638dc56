import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as databases from '../../../src/core/store/database.ts';

const { open } = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }));

vi.mock('../../../src/core/store/database.ts', async (original) => ({
  ...(await original<typeof databases>()),
  Database: class {
    open = open;
  },
}));

/** Whether the outbox counts as open this many milliseconds after loading. */
async function isOpenAfter(ms: number): Promise<boolean> {
  vi.resetModules();
  const { whenOpen } = await import('../../../src/runtime/database.ts');
  const opened = vi.fn();
  void whenOpen.then(opened);
  await vi.advanceTimersByTimeAsync(ms);
  return opened.mock.calls.length > 0;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('background work on the outbox begins when its database is open', async () => {
  open.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await isOpenAfter(298)).toBe(false);
  expect(await isOpenAfter(301)).toBe(true);
});

test('a storage that never answers is waited for a second', async () => {
  open.mockImplementation(() => new Promise(() => undefined));
  expect(await isOpenAfter(999)).toBe(false);
  expect(await isOpenAfter(1001)).toBe(true);
});

test('a storage that can’t be opened is left to those who use it', async () => {
  open.mockImplementation(() => Promise.reject(new Error('No storage here')));
  expect(await isOpenAfter(1)).toBe(true);
});
