import { FLUSH_LOCK } from '../core/outbox/run.ts';
import { letReleaseTakeOver, onReleaseWaiting, onTakenOver } from './worker.ts';

/** Shared by every form with text that is not sent (`useUnsavedLock`). */
const UNSAVED = 'unsaved';

/**
 * Calls back when a new release can be offered: it is installed, and no tab has unsaved text or sends anything. Reloads
 * this page when a release took over, whichever tab asked for it.
 */
export function onUpdateReady(listener: () => void): void {
  onReleaseWaiting(() => void whenQuiet().then(listener));
  onTakenOver(() => void withLock(UNSAVED, {}, async () => location.reload()));
}

/**
 * Lets the new release take over, which reloads every tab, once what is being sent is sent. Answers 'unsaved', and changes
 * nothing, while a form in any tab has text that is not sent.
 */
export function applyUpdate(): Promise<'updating' | 'unsaved'> {
  return withLock(FLUSH_LOCK, {}, () =>
    withLock(UNSAVED, { ifAvailable: true }, async (lock) => {
      if (lock === null) return 'unsaved';
      await letReleaseTakeOver();
      return 'updating';
    }),
  );
}

async function whenQuiet(): Promise<void> {
  await withLock(FLUSH_LOCK, {}, async () => undefined);
  await withLock(UNSAVED, {}, async () => undefined);
}

/** Runs the work alone. Where the browser has no locks, no form and no flush holds one either. */
function withLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null | undefined) => Promise<T>,
): Promise<T> {
  if (!('locks' in navigator)) return work(undefined);
  return navigator.locks.request(name, options, work);
}
