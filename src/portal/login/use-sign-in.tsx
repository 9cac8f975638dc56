import { useState } from 'react';
import type { PendingSignIn, SignInResult } from '../../runtime/auth/sign-in.ts';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/toast.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { failureOf, UNEXPECTED, type SignInFailure } from './failure.ts';

/** The toast id: a new attempt's message replaces the last one. */
export const TOAST = { id: 'sign-in' };

export interface SignInAttempts {
  isBusy: boolean;
  /** Why the last attempt failed; null unless it did. */
  failure: SignInFailure | null;
}

/** Calls `onAccepted` once the password, and the code if there is one, were right. */
type Attempt = (onAccepted: () => void) => Promise<SignInResult>;

/**
 * Attempts to sign in, with their outcome. `onCode` gets a sign-in that needs a code. The page
 * redirects a signed-in administrator.
 */
export function useSignIn(onCode: (pending: PendingSignIn) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);

  const run = async (attempt: Attempt) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await attempt(
        () => void notify.success('Logged in successfully. Checking permissions...', TOAST),
      );
      if (result.outcome === 'signed-in') return;
      if (result.outcome === 'code-needed') return onCode(result.pending);
      const failed = failureOf(result);
      setFailure(failed);
      void notify.error('Login Failed', { ...TOAST, description: failed.message });
    } catch (error) {
      console.error(error);
      setFailure({ message: UNEXPECTED });
      void notify.error(UNEXPECTED, TOAST);
    } finally {
      setBusy(false);
    }
  };

  return { attempts: { isBusy, failure }, run, forget: () => setFailure(null) };
}

/** The result of the last attempt, above the fields. */
export function SignInProgress({ attempts: { isBusy, failure } }: { attempts: SignInAttempts }) {
  const isSlow = useSlow(isBusy);
  return (
    <>
      <div role="status" className="empty:hidden">
        {isSlow && <Notice tone="info" title="Our server has not answered yet." />}
      </div>
      {/* The toast announces it. */}
      {failure && (
        <Notice tone="error" title="Login Failed">
          {failure.explanation && <p>{failure.explanation}</p>}
          <p className={failure.explanation && 'text-sm'}>{failure.message}</p>
        </Notice>
      )}
    </>
  );
}
