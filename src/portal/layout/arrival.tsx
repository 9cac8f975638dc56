import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from '../../ui/page-change.ts';

/** What the first screen is told after a sign-in. */
export const SIGNED_IN = { signedIn: true } as const;

/**
 * Stands beside a screen, and comes with it. After a sign-in, the form that had the focus is gone: it goes to the screen's heading,
 * as after every other change of screen.
 */
export function Arrival() {
  const { state } = useLocation();
  const isSignIn = (state as Partial<typeof SIGNED_IN> | null)?.signedIn === true;
  useEffect(() => {
    if (isSignIn && document.activeElement === document.body) focusHeading();
  }, [isSignIn]);
  return null;
}
