import { useRef, useState, type ComponentType, type FormEvent } from 'react';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { buttonClass } from '../../ui/button.ts';
import type { Elements } from '../../ui/elements.ts';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toast.ts';
import { CodeField, readCode } from '../login/code-field.tsx';
import { checkPassword, LONGEST, type PasswordProblem } from './check-password.ts';

interface PasswordFormProps {
  /** The account's email address; null when unknown. */
  email: string | null;
  /**
   * Saves the password. Resolves with the cause and the remedy of a failure; null on success. `code`
   * is empty until a failure asks for it.
   */
  save: (password: string, code: string) => Promise<PasswordProblem | null>;
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
  const codeField = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);

  const refuse = (next: PasswordProblem) => {
    setProblem(next);
    // At first it is not there yet, and takes the focus when it appears.
    if (next.field === 'code') setAsksCode(true);
    const fields = { password: passwordField, repeated: repeatedField, code: codeField };
    fields[next.field].current?.focus();
    void notify.error('Error', { id: 'password', description: next.message });
  };

  const update = async (password: string, code: string) => {
    setBusy(true);
    const refusal = await save(password, code).finally(() => setBusy(false));
    if (refusal !== null) return refuse(refusal);
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
    const read = asksCode ? readCode(data.get('code')) : { code: '' };
    setProblem(null);
    if (wrong) refuse(wrong);
    else if ('problem' in read) refuse({ field: 'code', message: read.problem });
    else void update(password, read.code);
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
      {asksCode && (
        <CodeField
          ref={codeField}
          error={problem?.field === 'code' ? problem.message : undefined}
          autoFocus
        />
      )}
      {Buttons ? <Buttons>{button}</Buttons> : button}
    </form>
  );
}
