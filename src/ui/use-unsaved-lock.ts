import { useEffect } from 'react';

/**
 * Holds the shared lock `unsaved` while a form has text that is not sent, so that no update reloads the page under it.
 * Does nothing where the browser has no locks.
 */
export function useUnsavedLock(held: boolean): void {
  useEffect(() => {
    if (!held || !('locks' in navigator)) return;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request('unsaved', { mode: 'shared' }, () => released);
    return release;
  }, [held]);
}
