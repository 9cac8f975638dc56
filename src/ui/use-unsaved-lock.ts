import { useEffect } from 'react';
import { UNSAVED_LOCK } from '../core/locks/names.ts';

/**
 * Shares a lock while a form has unsent text: `UNSAVED_LOCK`, so that no update reloads the page, or
 * another one. Does nothing in browsers without Web Locks.
 */
export function useUnsavedLock(value: boolean, name = UNSAVED_LOCK): void {
  useEffect(() => {
    if (!value || !('locks' in navigator)) return;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request(name, { mode: 'shared' }, () => released);
    return release;
  }, [value, name]);
}
