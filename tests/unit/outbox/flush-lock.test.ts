import { expect, test } from 'vitest';
import {
  createFlushRequester,
  underFlushLock,
  type FlushOptions,
  type FlushReport,
} from '../../../src/core/outbox/flush.ts';
import { createFakeLocks } from '../support/fake-locks.ts';
import { withoutTimeoutSignals } from '../support/old-browser.ts';

const EMPTY: FlushReport = { waiting: [], nextInMs: null };

/** A flush that ends on the test's command. */
function createSlowFlush() {
  const runs: { options: FlushOptions; end: () => void }[] = [];
  const run = (options: FlushOptions) =>
    new Promise<FlushReport>((resolve) => runs.push({ options, end: () => resolve(EMPTY) }));
  return { runs, run };
}

test('one flush runs at a time', async () => {
  const { locks } = createFakeLocks();
  const { runs, run } = createSlowFlush();
  const first = createFlushRequester(locks, run)({ eager: false });
  const second = createFlushRequester(locks, run)({ eager: false });
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first;
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await second;
});

test('a flush asked for while one runs starts after it, however often it is asked for', async () => {
  const { locks, waiting } = createFakeLocks();
  const { runs, run } = createSlowFlush();
  const request = createFlushRequester(locks, run);
  const first = request({ eager: false });
  const later = [request({ eager: false }), request({ eager: true }), request({ eager: false })];
  expect(waiting()).toBe(1);
  runs[0]?.end();
  await first;
  expect(runs).toHaveLength(2);
  expect(runs[1]?.options.eager).toBe(true);
  runs[1]?.end();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test('a flush that fails does not stop the next request', async () => {
  const { locks } = createFakeLocks();
  let fail = true;
  const request = createFlushRequester(locks, () =>
    fail ? Promise.reject(new Error('broken')) : Promise.resolve(EMPTY),
  );
  await expect(request({ eager: false })).rejects.toThrow('broken');
  fail = false;
  expect(await request({ eager: false })).toEqual(EMPTY);
});

test('a lock that is not granted in time is stolen, and the run that held it is aborted', async () => {
  const { locks } = createFakeLocks();
  let isCancelled = () => false;
  let end = () => {};
  const holder = underFlushLock(locks, (cancelled) => {
    isCancelled = cancelled;
    return new Promise<string>((resolve) => (end = () => resolve('held')));
  });
  expect(await underFlushLock(locks, () => Promise.resolve('stolen'), 5)).toBe('stolen');
  expect(isCancelled()).toBe(true);
  end();
  expect(await holder).toBe('held');
});

test('without Web Locks the flush just runs', async () => {
  expect(await underFlushLock(undefined, (isCancelled) => Promise.resolve(isCancelled()))).toBe(
    false,
  );
});

test('in an older browser, which makes no timeouts for locks, a flush runs, and steals a lock that is not granted in time', async () => {
  withoutTimeoutSignals();
  const { locks } = createFakeLocks();
  let end = () => {};
  const holder = underFlushLock(
    locks,
    () => new Promise<string>((resolve) => (end = () => resolve('held'))),
  );
  expect(await underFlushLock(locks, () => Promise.resolve('stolen'), 5)).toBe('stolen');
  end();
  expect(await holder).toBe('held');
});

test('a lock is stolen too in a browser that drops the reason of an aborted request', async () => {
  const { locks } = createFakeLocks();
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>;
  const forgetful = (name: string, options: LockOptions, run: unknown) =>
    request(name, options, run).catch((error: unknown) =>
      Promise.reject(options.signal?.aborted ? new DOMException('aborted', 'AbortError') : error),
    );
  let end = () => {};
  const holder = underFlushLock(
    locks,
    () => new Promise<string>((resolve) => (end = () => resolve('held'))),
  );
  expect(
    await underFlushLock(
      { ...locks, request: forgetful } as unknown as LockManager,
      () => Promise.resolve('stolen'),
      5,
    ),
  ).toBe('stolen');
  end();
  await holder;
});
