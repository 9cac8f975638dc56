import { useState } from 'react';
import { useOnline } from '../../runtime/use-online.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useUnsavedLock } from '../../ui/use-unsaved-lock.ts';
import { AccountButton } from '../layout/account-button.tsx';
import { PasswordForm } from './password-form.tsx';

/** Opens the form for a new password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const isOnline = useOnline();
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
        description={isOnline ? 'You stay signed in on this device.' : 'You are offline. Changing the password needs a connection.'}
        isDirty={isDirty}
        onClose={close}
      >
        <PasswordForm onDirty={setDirty} onDone={close} />
      </Dialog>
    </>
  );
}
