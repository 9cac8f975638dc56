import { FLUSH_LOCK, UNSAVED_LOCK } from '../core/locks/names.ts';
import { letReleaseTakeOver, onReleaseWaiting, onTakenOver } from './worker.ts';

/**
 * Calls back when a new release can be offered: it is installed, and no tab has unsaved text or is
 * sending. Reloads this page when a release took over, by any tab's request.
 */
export function onUpdateReady(listener: () => void): void {
  onReleaseWaiting(() => void whenQuiet().then(listener));
  onTakenOver(() => void withLock(UNSAVED_LOCK, {}, async () => location.reload()));
}

/**
 * Lets the new release take over after the current send, which reloads every tab. Resolves with
 * 'unsaved', without a change, while a form in any tab has unsent text.
 */
export function applyUpdate(): Promise<'updating' | 'unsaved'> {
  return withLock(FLUSH_LOCK, {}, () =>
    withLock(UNSAVED_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return 'unsaved';
      await letReleaseTakeOver();
      return 'updating';
    }),
  );
}

async function whenQuiet(): Promise<void> {
  await withLock(FLUSH_LOCK, {}, async () => undefined);
  await withLock(UNSAVED_LOCK, {}, async () => undefined);
}

/** Runs the work exclusively. In a browser without locks, forms and flushes hold none either. */
function withLock<T>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null | undefined) => Promise<T>,
): Promise<T> {
  if (!('locks' in navigator)) return work(undefined);
  return navigator.locks.request(name, options, work);
}
