import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createErrorReports, type CountedError } from '../../../src/core/errors/error-reports.ts';

const error = (place: string) => ({ kind: 'TypeError', place, text: 'x' });
const PAUSE_MS = 1000;

function setUp(send = async () => undefined as unknown) {
  const sent: CountedError[][] = [];
  const reports = createErrorReports({
    send: (errors) => (sent.push([...errors]), send()),
    pauseMs: PAUSE_MS,
  });
  return { reports, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('errors are collected, counted by description, and sent in one batch', async () => {
  const { reports, sent } = setUp();
  for (const place of ['a', 'b', 'a']) await reports.note(error(place));
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(sent.map((batch) => batch.map(({ place, times }) => [place, times]))).toEqual([
    [
      ['a', 2],
      ['b', 1],
    ],
  ]);
  expect(sent[0]?.[0]?.hash).toMatch(/^[0-9a-f]{16}$/);
});

test('waiting reports are sent once when the page is left', async () => {
  const { reports, sent } = setUp();
  await reports.note(error('a'));
  reports.flush();
  vi.advanceTimersByTime(PAUSE_MS);
  expect(sent).toHaveLength(1);
});

test('a page view sends ten kinds and fifty errors at most', async () => {
  const { reports, sent } = setUp();
  for (let n = 0; n < 100; n++) await reports.note(error(String(n % 20)));
  vi.advanceTimersByTime(PAUSE_MS);
  await reports.note(error('0'));
  vi.advanceTimersByTime(PAUSE_MS);
  const all = sent.flat();
  expect(new Set(all.map(({ place }) => place)).size).toBe(10);
  expect(all.reduce((sum, { times }) => sum + times, 0)).toBeLessThanOrEqual(50);
  expect(sent).toHaveLength(1);
});

test('a report that fails is not sent again, and is no error itself', async () => {
  const { reports, sent } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  await reports.note(error('a'));
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(sent).toHaveLength(1);
});

test('an error without a description is not sent', async () => {
  const { reports, sent } = setUp();
  await reports.note(null);
  reports.flush();
  expect(sent).toEqual([]);
});
