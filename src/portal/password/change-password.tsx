import { useRef, useState, type FormEvent } from 'react';
import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';
import { changePassword } from '../../runtime/auth/account.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useUnsavedLock } from '../../ui/text-form.tsx';
import { buttonClass } from '../../ui/button.ts';
import { notify } from '../../ui/toast.ts';
import { CAUSES } from '../causes.ts';
import { AccountButton } from '../layout/sidebar-parts.tsx';
import { checkPassword, type PasswordProblem } from './check-password.ts';

interface PasswordFormProps {
  /** Hears whether something is typed. */
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Takes a new password, twice. */
function PasswordForm({ onDirty, onDone }: PasswordFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const user = useAdministrator();
  const passwordField = useRef<HTMLInputElement>(null);
  const repeatedField = useRef<HTMLInputElement>(null);

  const refuse = (next: PasswordProblem) => {
    setProblem(next);
    (next.field === 'password' ? passwordField : repeatedField).current?.focus();
    void notify.error('Error', { id: 'password', description: next.message });
  };

  const update = async (password: string) => {
    setBusy(true);
    const result = await changePassword(password).finally(() => setBusy(false));
    if (result.outcome !== 'done') {
      return refuse({
        field: 'password',
        message:
          result.outcome === 'refused' ? result.message : (result.message ?? CAUSES[result.reason]),
      });
    }
    void notify.success('Success', {
      id: 'password',
      description: 'Password updated successfully',
    });
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
      onInput={({ currentTarget }) =>
        onDirty([...new FormData(currentTarget).values()].some((text) => text !== ''))
      }
    >
      {/* Tells password managers whose password this is. Without a name it is no part of what was typed. */}
      <input
        id="username"
        type="email"
        autoComplete="username"
        defaultValue={user?.email}
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
        hint={`At least ${STAFF_LIMITS.password.min} characters; we recommend ${STAFF_LIMITS.password.recommended} or more.`}
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

/** Opens the form for a new password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  useUnsavedLock(isDirty);
  const close = () => {
    setOpen(false);
    setDirty(false);
  };

  return (
    <>
      <AccountButton icon="key" onClick={() => setOpen(true)}>
        Change Password
      </AccountButton>
      <Dialog
        open={open}
        title="Change Password"
        description="You stay signed in on this device."
        isDirty={isDirty}
        onClose={close}
      >
        <PasswordForm onDirty={setDirty} onDone={close} />
      </Dialog>
    </>
  );
}
