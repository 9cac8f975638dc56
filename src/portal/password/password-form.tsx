import { useRef, useState, type ComponentType, type FormEvent } from 'react';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { buttonClass } from '../../ui/button.ts';
import type { Elements } from '../../ui/elements.ts';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toast.ts';
import { checkPassword, LONGEST, type PasswordProblem } from './check-password.ts';

interface PasswordFormProps {
  /** The account's email address; null when unknown. */
  email: string | null;
  /** Saves the password. Resolves with the cause and the remedy of a failure; null on success. */
  save: (password: string) => Promise<string | null>;
  /** Called with whether something is typed. */
  onDirty?: (isDirty: boolean) => void;
  /** Places the button; without it, the button fills a line of the form. */
  Buttons?: ComponentType<{ children: Elements }>;
}

/** Takes a new password, twice. */
export function PasswordForm({ email, save, onDirty, Buttons }: PasswordFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const repeatedField = useRef<HTMLInputElement>(null);

  const refuse = (next: PasswordProblem) => {
    setProblem(next);
    (next.field === 'password' ? passwordField : repeatedField).current?.focus();
    void notify.error('Error', { id: 'password', description: next.message });
  };

  const update = async (password: string) => {
    setBusy(true);
    const message = await save(password).finally(() => setBusy(false));
    if (message !== null) return refuse({ field: 'password', message });
    void notify.success('Success', {
      id: 'password',
      description: 'Password updated successfully',
    });
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again.
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password'));
    const wrong = checkPassword(password, String(data.get('repeated')));
    setProblem(null);
    if (wrong) refuse(wrong);
    else void update(password);
  };

  const button = (
    <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
      {isBusy ? 'Updating...' : 'Update Password'}
    </button>
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={onSubmit}
      onInput={({ currentTarget }) =>
        onDirty?.([...new FormData(currentTarget).values()].some((text) => text !== ''))
      }
    >
      {/* Tells password managers the account. Without a name it is not part of the form's values. */}
      <input
        id="username"
        type="email"
        autoComplete="username"
        defaultValue={email ?? undefined}
        readOnly
        hidden
      />
      <TextField
        ref={passwordField}
        id="new-password"
        name="password"
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${STAFF_LIMITS.password.min} characters; we recommend ${STAFF_LIMITS.password.recommended} or more. At most ${LONGEST}.`}
        error={problem?.field === 'password' ? problem.message : undefined}
      />
      <TextField
        ref={repeatedField}
        id="confirm-password"
        name="repeated"
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        error={problem?.field === 'repeated' ? problem.message : undefined}
      />
      {Buttons ? <Buttons>{button}</Buttons> : button}
    </form>
  );
}
