import { expect, test } from 'vitest';
import { underLock } from '../../../src/core/locks/lock.ts';
import { createFakeLocks } from '../support/fake-locks.ts';

const NAME = 'a-lock';
const forEver = () => new Promise<never>(() => {});
const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));

test('work runs at once where there are no locks, and where the browser denies them', async () => {
  const deniedLocks = { request: denied, query: denied } as unknown as LockManager;
  for (const locks of [undefined, deniedLocks]) {
    expect(await underLock(locks, NAME, 5, async () => 'mine')).toEqual({
      outcome: 'done',
      value: 'mine',
    });
  }
});

test('the lock of a frozen holder is stolen, and the holder reads that once its work ends', async () => {
  const { locksOf } = createFakeLocks();
  let end: (value: string) => void = () => undefined;
  const frozen = underLock(
    locksOf('frozen'),
    NAME,
    5,
    () => new Promise<string>((resolve) => (end = resolve)),
  );

  expect(await underLock(locksOf('other'), NAME, 5, async () => 'mine')).toEqual({
    outcome: 'done',
    value: 'mine',
  });
  const work = await frozen;
  expect(work.outcome).toBe('stolen');
  end('late');
  expect(work.outcome === 'stolen' && (await work.work)).toBe('late');
});

test('no lock is stolen from holders that are slow one after the other', async () => {
  const { locksOf } = createFakeLocks();
  const slow = (client: string) =>
    underLock(
      locksOf(client),
      NAME,
      1000,
      () => new Promise<string>((resolve) => setTimeout(() => resolve(client), 30)),
    );
  const others = ['one', 'two'].map(slow);

  expect(await underLock(locksOf('three'), NAME, 40, async () => 'mine')).toEqual({
    outcome: 'done',
    value: 'mine',
  });
  expect(await Promise.all(others)).toEqual([
    { outcome: 'done', value: 'one' },
    { outcome: 'done', value: 'two' },
  ]);
});

test('a failure of the work is its caller’s, also of work whose lock was stolen', async () => {
  const { locksOf } = createFakeLocks();
  const failure = new DOMException('the work’s own', 'AbortError');
  await expect(underLock(locksOf('one'), NAME, 5, () => Promise.reject(failure))).rejects.toBe(
    failure,
  );

  let fail: (reason: unknown) => void = () => undefined;
  const frozen = underLock(
    locksOf('one'),
    NAME,
    5,
    () => new Promise<never>((_, reject) => (fail = reject)),
  );
  void underLock(locksOf('two'), NAME, 5, forEver);
  const work = await frozen;
  fail(failure);
  if (work.outcome !== 'stolen') throw new Error('It was not stolen.');
  await expect(work.work).rejects.toBe(failure);
});
