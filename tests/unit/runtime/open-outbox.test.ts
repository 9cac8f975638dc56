import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOutbox } from '../../../src/runtime/shell/load-outbox.ts';

const { db } = vi.hoisted(() => ({ db: { open: vi.fn<() => Promise<unknown>>() } }));

vi.mock('../../../src/runtime/outbox/outbox.ts', () => ({ db }));

/** Whether the outbox counts as open so many milliseconds later. */
async function isOpenAfter(ms: number): Promise<boolean> {
  const opened = vi.fn();
  void openOutbox().then(opened);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(ms);
  return opened.mock.calls.length > 0;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('who uses the outbox in the background begins when its database is open', async () => {
  db.open.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await isOpenAfter(298)).toBe(false);
  expect(await isOpenAfter(301)).toBe(true);
});

test('a storage that never answers is waited for a second', async () => {
  db.open.mockImplementation(() => new Promise(() => undefined));
  expect(await isOpenAfter(999)).toBe(false);
  expect(await isOpenAfter(1001)).toBe(true);
});

test('a storage that can’t be opened is left to those who use it', async () => {
  db.open.mockImplementation(() => Promise.reject(new Error('No storage here')));
  expect(await isOpenAfter(1)).toBe(true);
});
