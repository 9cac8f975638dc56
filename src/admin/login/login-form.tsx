import { useState, type FormEvent } from 'react';
import type { RetryReason } from '../../core/domain/reasons.ts';
import { signIn, type SignInResult } from '../../runtime/auth/sign-in.ts';
import { TextField } from '../../ui/form-shell/fields.tsx';
import { buttonClass } from '../../ui/shell/button.ts';
import { Notice } from '../../ui/shell/notice.tsx';
import { notify } from '../../ui/toast.ts';

export const NOT_ADMIN = 'You do not have permission to access the admin portal.';

const RETRY: Record<RetryReason, string> = {
  offline: 'There is no connection. Signing in needs one: please try again when you are online.',
  'not-our-server':
    'This network is answering in place of our server. Open its sign-in page, or use another network, and try again.',
  'rate-limited': 'Too many attempts. Please wait a few minutes and try again.',
  server: 'The server is having trouble. Please try again in a minute.',
};

const NOT_STORED =
  'This browser could not keep your sign-in. Allow this site to store data, or free some space on this device, and try again.';

/** Why somebody is not signed in. */
function refusalText(result: Exclude<SignInResult, { outcome: 'signed-in' }>): string {
  switch (result.outcome) {
    case 'refused':
      return result.message;
    case 'not-admin':
      return NOT_ADMIN;
    case 'unresolved':
      return 'Unable to resolve authenticated user after sign in.';
    case 'not-stored':
      return NOT_STORED;
    case 'retry':
      return RETRY[result.reason];
  }
}

/** Messages of one try take each other's place. */
const TOAST = { id: 'sign-in' };

/** Signs in, and says what became of it. Whoever is signed in is led on by the page. */
function useSignIn() {
  const [isBusy, setBusy] = useState(false);
  /** Why the last try failed; null when it did not. */
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (email: string, password: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const result = await signIn(
        email,
        password,
        () => void notify.success('Logged in successfully. Checking permissions...', TOAST),
      );
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

/** Asks for the email address and the password. */
export function LoginForm() {
  const { isBusy, failure, submit } = useSignIn();
  const [missing, setMissing] = useState({ email: false, password: false });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while it is busy, so it can be pressed again.
    if (isBusy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email')).trim();
    const password = String(data.get('password'));
    setMissing({ email: !email, password: !password });
    if (email && password) return void submit(email, password);
    form.querySelector<HTMLInputElement>(email ? '#password' : '#email')?.focus();
    void notify.error('Error', { id: 'sign-in', description: 'Please fill in all fields' });
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <div role="alert" className="empty:hidden">
        {failure && (
          <Notice tone="error" title="Login Failed">
            <p>{failure}</p>
          </Notice>
        )}
      </div>
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={missing.email ? 'Please enter your email address' : undefined}
      />
      <TextField
        id="password"
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        error={missing.password ? 'Please enter your password' : undefined}
      />
      <button type="submit" aria-disabled={isBusy} className={`${buttonClass('primary')} text-lg`}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </button>
    </form>
  );
}
