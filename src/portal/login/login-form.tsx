import { useState, type FormEvent } from 'react';
import { resumeWithCode } from '../../runtime/auth/second-factor.ts';
import {
  cancelSignIn,
  signIn,
  signInWithCode,
  type PendingSignIn,
} from '../../runtime/auth/sign-in.ts';
import { TextField } from '../../ui/fields.tsx';
import { buttonClass } from '../../ui/button.ts';
import { notify } from '../../ui/toast.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordField } from './password-field.tsx';
import { SignInProgress, TOAST, useSignIn, type SignInAttempts } from './use-sign-in.tsx';

/** The steps: password, code after it, or the code of a session on this device. */
type Step = 'password' | 'resume' | PendingSignIn;

/** Signs in. `needsCode`: the session on this device goes on with a code. */
export function LoginForm({ needsCode }: { needsCode: boolean }) {
  const [step, setStep] = useState<Step>(needsCode ? 'resume' : 'password');
  const { attempts, run, forget } = useSignIn(setStep);

  if (step === 'password')
    return (
      <PasswordStep
        attempts={attempts}
        onPassword={(email, password) =>
          void run((onAccepted) => signIn(email, password, onAccepted))
        }
      />
    );
  return (
    <CodeForm
      attempts={attempts}
      onCode={(code) =>
        void run((onAccepted) =>
          step === 'resume' ? resumeWithCode(code) : signInWithCode(step, code, onAccepted),
        )
      }
      onBack={() => {
        if (step !== 'resume') cancelSignIn(step);
        setStep('password');
        forget();
      }}
    />
  );
}

interface PasswordStepProps {
  attempts: SignInAttempts;
  onPassword: (email: string, password: string) => void;
}

/** Asks for the email address and the password. */
function PasswordStep({ attempts, onPassword }: PasswordStepProps) {
  const { isBusy } = attempts;
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
    if (email && password) return onPassword(email, password);
    form.querySelector<HTMLInputElement>(email ? '#password' : '#email')?.focus();
    void notify.error('Error', { ...TOAST, description: 'Please fill in all fields' });
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <SignInProgress attempts={attempts} />
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
