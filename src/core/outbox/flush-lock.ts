const LOCK = 'outbox';
const PATIENCE_MS = 4 * 60_000;

type Run<T> = (isCancelled: () => boolean) => Promise<T>;

/**
 * Lets one flush run at a time over all tabs and the worker. A lock not granted in four minutes is stolen from its
 * holder, whose run is told through `isCancelled`: the lock saves work, ids keep the effect single. Without Web Locks
 * it just runs.
 */
export async function underFlushLock<T>(locks: LockManager | undefined, run: Run<T>, patienceMs = PATIENCE_MS): Promise<T> {
  if (!locks) return run(() => false);
  let work: Promise<T> | undefined;
  let cancelled = false;
  const hold = () => (work = run(() => cancelled));
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(patienceMs) }, hold);
  } catch (error) {
    if (!work && isTimeout(error)) return locks.request(LOCK, { steal: true }, hold);
    if (!work || !isStolen(error)) throw error;
    cancelled = true;
    return work;
  }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';
const isStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
