import { useRef, useState, type FormEvent } from 'react';
import { LIMITS } from '../../core/domain/limits.ts';
import { changePassword } from '../../runtime/auth/account.ts';
import { buttonClass } from '../../ui/button.ts';
import { DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast.ts';
import { checkPassword, type PasswordProblem } from './check-password.ts';

const UNREACHED = 'The server could not be reached. Please try again with a connection.';

interface PasswordFormProps {
  /** Hears whether something is typed. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Takes a new password, twice. */
export function PasswordForm({ onDirty, onDone }: PasswordFormProps) {
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
    const result = await changePassword(password);
    setBusy(false);
    if (result.outcome !== 'done') {
      return refuse({ field: 'password', message: result.outcome === 'refused' ? result.message : UNREACHED });
    }
    void notify.success('Success', { id: 'password', description: 'Password updated successfully' });
    onDone();
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while it is busy, so it can be pressed again.
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password'));
    const wrong = checkPassword(password, String(data.get('repeated')));
    setProblem(null);
    if (wrong) refuse(wrong);
    else void update(password);
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={onSubmit}
      onInput={({ currentTarget }) => onDirty([...new FormData(currentTarget).values()].some((text) => text !== ''))}
    >
      <TextField
        ref={passwordField}
        id="new-password"
        name="password"
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${LIMITS.password.min} characters`}
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
      <DialogButtons>
        <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
          {isBusy ? 'Updating...' : 'Update Password'}
        </button>
      </DialogButtons>
    </form>
  );
}
