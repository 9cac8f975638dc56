import { abortAfter } from '../server/backend.ts';

/**
 * The end of work under a lock. `stolen`: another tab or worker has the lock now, and `work` still
 * runs.
 */
export type LockedWork<T> = { outcome: 'done'; value: T } | { outcome: 'stolen'; work: Promise<T> };

/**
 * Runs work under a lock that one tab or worker has at a time. A frozen tab would keep it for days,
 * so after `patienceMs` with one holder the lock is stolen. Without Web Locks, and where the browser
 * denies them, the work runs at once. Rejects as the work does.
 */
export async function underLock<T>(
  locks: LockManager | undefined,
  name: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<LockedWork<T>> {
  if (!locks) return { outcome: 'done', value: await work() };
  const holder = holderOf(locks, name);
  const signal = abortAfter(patienceMs);
  const done = await request(locks, name, { signal }, work);
  if (done) return done;
  const before = await holder;
  // Several may have held it in turn.
  const isFrozen = before !== undefined && (await holderOf(locks, name)) === before;
  const stolen = isFrozen ? await request(locks, name, { steal: true }, work) : null;
  return stolen ?? underLock(locks, name, patienceMs, work);
}

/** True while a tab or worker has the lock in this mode. */
export async function isLocked(locks: LockManager, name: string, mode: LockMode): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name && lock.mode === mode);
}

/** Null when the lock was not granted before the signal. */
async function request<T>(
  locks: LockManager,
  name: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<LockedWork<T> | null> {
  const started: { work?: Promise<T>; isOver?: true } = {};
  const start = () => (started.work = work().finally(() => (started.isOver = true)));
  try {
    return { outcome: 'done', value: await locks.request(name, options, start) };
  } catch (error) {
    if (started.work) {
      if (started.isOver) return { outcome: 'done', value: await started.work };
      started.work.catch(() => undefined);
      return { outcome: 'stolen', work: started.work };
    }
    // Not by the error's name: browsers without abort reasons make it an AbortError.
    if (options.signal?.aborted) return null;
    if (isDenied(error)) return { outcome: 'done', value: await work() };
    throw error;
  }
}

/** The client that has a lock; undefined for none, and where the browser denies locks. */
async function holderOf(locks: LockManager, name: string): Promise<string | undefined> {
  const { held = [] } = await locks.query().catch(() => ({ held: [] }));
  return held.find((lock) => lock.name === name)?.clientId;
}

const isDenied = (error: unknown) =>
  error instanceof DOMException && error.name === 'SecurityError';
