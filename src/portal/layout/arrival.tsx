import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from '../../ui/page-change.ts';

/** Navigation state of the first screen after a sign-in. */
export const SIGNED_IN = { signedIn: true } as const;

/** Whether a screen's navigation state is that of the first one after a sign-in. */
export const isAfterSignIn = (state: unknown): boolean =>
  (state as Partial<typeof SIGNED_IN> | null)?.signedIn === true;

/**
 * Mounted beside a screen. After a sign-in the focused form is gone, so the focus goes to the
 * screen's heading, as after every other change of screen.
 */
export function Arrival() {
  const { state } = useLocation();
  const isSignIn = isAfterSignIn(state);
  useEffect(() => {
    if (isSignIn && document.activeElement === document.body) focusHeading();
  }, [isSignIn]);
  return null;
}
