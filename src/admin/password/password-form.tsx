import { useState, type FormEvent } from 'react';
import { changePassword } from '../../runtime/auth/account.ts';
import { buttonClass } from '../../ui/button.ts';
import { DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast.ts';
import { checkPassword } from './check-password.ts';

const UNREACHED = 'The server could not be reached. Please try again with a connection.';

interface PasswordFormProps {
  /** Hears whether something is typed. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Takes a new password, twice. */
export function PasswordForm({ onDirty, onDone }: PasswordFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const refuse = (message: string) => {
    setProblem(message);
    void notify.error('Error', { id: 'password', description: message });
  };

  const update = async (password: string) => {
    setBusy(true);
    const result = await changePassword(password);
    setBusy(false);
    if (result.outcome !== 'done') return refuse(result.outcome === 'refused' ? result.message : UNREACHED);
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
      <TextField id="new-password" name="password" label="New Password" type="password" autoComplete="new-password" hint="At least 6 characters" />
      <TextField
        id="confirm-password"
        name="repeated"
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        error={problem ?? undefined}
      />
      <DialogButtons>
        <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
          {isBusy ? 'Updating...' : 'Update Password'}
        </button>
      </DialogButtons>
    </form>
  );
}
