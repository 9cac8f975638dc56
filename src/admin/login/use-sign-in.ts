import { useState } from 'react';
import { signIn } from '../../runtime/auth/sign-in.ts';
import { notify } from '../../ui/toast.ts';
import { refusalText } from './sign-in-texts.ts';

/** Messages of one try take each other's place. */
const TOAST = { id: 'sign-in' };

/** Signs in, and says what became of it. Whoever is signed in is led on by the page. */
export function useSignIn() {
  const [isBusy, setBusy] = useState(false);
  /** Why the last try failed; null when it did not. */
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (email: string, password: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await signIn(email, password, () => void notify.success('Logged in successfully. Checking permissions...', TOAST));
      if (result.outcome === 'signed-in') return;
      const text = refusalText(result);
      setFailure(text);
      void notify.error('Login Failed', { ...TOAST, description: text });
    } catch (error) {
      console.error(error);
      setFailure('An unexpected error occurred');
      void notify.error('An unexpected error occurred', TOAST);
    } finally {
      setBusy(false);
    }
  };

  return { isBusy, failure, submit };
}
