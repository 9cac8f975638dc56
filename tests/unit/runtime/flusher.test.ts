import { expect, test, vi } from 'vitest';
import { createFlusher } from '../../../src/runtime/flusher.ts';
import { closedError } from '../support/broken-store.ts';

test.each([
  [
    'a database that was closed under it is asked for again in a minute',
    closedError('closed'),
    60_000,
  ],
  ['a browser that keeps nothing is not', new Error('no IndexedDB'), null],
])('a flush of %s', async (_, error, nextInMs) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const flusher = createFlusher(() => Promise.reject(error));
  const told: (number | null)[] = [];
  flusher.onFlushed((next) => told.push(next));
  await flusher.request({ eager: false });
  expect(told).toEqual([nextInMs]);
});
