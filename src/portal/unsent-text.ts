import { isLocked } from '../core/locks/lock.ts';
import { PORTAL_TEXT_LOCK } from '../core/locks/names.ts';
import { useUnsavedLock } from '../ui/text-form.tsx';

/**
 * While a form of the portal has unsent text, no update reloads the page, and a sign-out in any tab
 * asks first.
 */
export function useUnsentText(isUnsent: boolean): void {
  useUnsavedLock(isUnsent);
  useUnsavedLock(isUnsent, PORTAL_TEXT_LOCK);
}

/** True while a form of the portal has unsent text, in any tab; false in a browser without Web Locks. */
export const hasUnsentText = async (): Promise<boolean> =>
  'locks' in navigator &&
  (await isLocked(navigator.locks, PORTAL_TEXT_LOCK, 'shared').catch(() => false));
