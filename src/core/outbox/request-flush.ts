import type { FlushOptions, FlushReport } from './run-queue.ts';
import { underFlushLock } from './flush-lock.ts';

/**
 * Makes a context's way to ask for a flush. However often it is asked, at most one request waits for the lock: whoever
 * asks meanwhile shares it, and because the run reads the queue only once it holds the lock, no entry is missed.
 */
export function createFlushRequester(
  locks: LockManager | undefined,
  runFlush: (options: FlushOptions) => Promise<FlushReport>,
): (request: { eager: boolean }) => Promise<FlushReport> {
  let waiting: { eager: boolean; report: Promise<FlushReport> } | null = null;

  return ({ eager }) => {
    if (waiting) {
      waiting.eager ||= eager;
      return waiting.report;
    }
    const request = { eager, report: Promise.resolve({ waiting: [], nextInMs: null } as FlushReport) };
    waiting = request;
    const settled = () => {
      if (waiting === request) waiting = null;
    };
    request.report = underFlushLock(locks, (isCancelled) => {
      settled();
      return runFlush({ eager: request.eager, isCancelled });
    }).finally(settled);
    return request.report;
  };
}
