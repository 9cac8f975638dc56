import { useState, type FormEvent } from 'react';
import { signIn } from '../../runtime/auth/sign-in.ts';
import { TextField } from '../../ui/fields.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/toast.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { failureOf, UNEXPECTED, type SignInFailure } from './failure.ts';
import { PasswordField } from './password-field.tsx';

/** The toast id: a new attempt's message replaces the last one. */
const TOAST = { id: 'sign-in' };

/** Signs in and shows the outcome. The page redirects a signed-in administrator. */
function useSignIn() {
  const [isBusy, setBusy] = useState(false);
  /** Why the last attempt failed; null unless it did. */
  const [failure, setFailure] = useState<SignInFailure | null>(null);

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

  return { isBusy, failure, submit };
}

/** Asks for the email address and the password. */
export function LoginForm() {
  const { isBusy, failure, submit } = useSignIn();
  const isSlow = useSlow(isBusy);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [isShown, setShown] = useState(false);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again.
    if (isBusy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = String(data.get('email')).trim();
    const password = String(data.get('password'));
    // Hides the password first: browsers store a text field's value when its form is submitted.
    setShown(false);
    setMissing({ email: !email, password: !password });
    if (email && password) return void submit(email, password);
    form.querySelector<HTMLInputElement>(email ? '#password' : '#email')?.focus();
    void notify.error('Error', { id: 'sign-in', description: 'Please fill in all fields' });
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
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
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={missing.email ? 'Please enter your email address' : undefined}
      />
      <PasswordField
        isShown={isShown}
        onToggle={() => setShown(!isShown)}
        error={missing.password ? 'Please enter your password' : undefined}
      />
      <button type="submit" aria-disabled={isBusy} className={`${buttonClass('primary')} text-lg`}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </button>
    </form>
  );
}
