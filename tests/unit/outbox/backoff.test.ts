import { expect, test } from 'vitest';
import { requestTimeout, retryDelay, untilRetry } from '../../../src/core/outbox/backoff.ts';
import { NOT_OUR_SERVER, OFFLINE, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, createOutbox, fresh, pdf } from '../support/outbox.ts';

test('rests double from two seconds to fifteen minutes', () => {
  const rests = [1, 2, 3, 4, 30].map((tries) => retryDelay('server', tries, undefined, () => 1));
  expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 900_000]);
});

test('jitter takes up to half of a rest away', () => {
  expect(retryDelay('offline', 3, undefined, () => 0)).toBe(4_000);
});

test.each([
  ['of nothing', 0, 4_000],
  ['shorter than the ordinary rest', 3_000, 4_000],
  ['longer than it', 90_000, 90_000],
  ['of more than an hour', 86_400_000, 3_600_000],
])('a rate limit with a wish %s never rests shorter than any other failure', (_, wish, rest) => {
  expect(retryDelay('rate-limited', 2, wish, () => 1)).toBe(rest);
});

test('a rate limit without a wish rests ten minutes, or as long as any other failure', () => {
  expect([1, 30].map((tries) => retryDelay('rate-limited', tries, undefined, () => 1))).toEqual([
    600_000, 900_000,
  ]);
});

test('a rest is over when its time has passed, or when the clock was set back', () => {
  const retry = { reason: 'server' as const, at: 1_000, delayMs: 500 };
  expect([
    untilRetry(retry, 1_200),
    untilRetry(retry, 1_500),
    untilRetry(retry, 900),
    untilRetry(null, 0),
  ]).toEqual([300, 0, 0, 0]);
});

test.each([
  ['offline', OFFLINE, 2],
  ['not-our-server', NOT_OUR_SERVER, 2],
  ['server', SERVER_ERROR, 1],
])(
  'a connection that comes back skips the rest of a try that ended %s, if it never reached the server',
  async (_, answer, tries) => {
    const { server, enqueue, flush } = createOutbox();
    await enqueue();
    server.scripts.row = [answer, answer];
    await flush();
    await flush(true);
    expect(server.calls).toHaveLength(tries);
  },
);

test('a ten-megabyte file gets up to ten minutes in a page and 150 s in the worker', () => {
  const { entry } = fresh(application, pdf(10 * 1024 * 1024));
  expect(requestTimeout(entry.file, 'page')).toBe(600_000);
  expect(requestTimeout(entry.file, 'worker')).toBe(150_000);
  expect(requestTimeout(null, 'page')).toBe(30_000);
});
