import { useState, type FormEvent } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast.ts';
import { useSignIn } from './use-sign-in.ts';

/** Asks for the e-mail address and the password. */
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
