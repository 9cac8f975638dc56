import { useState } from 'react';
import { changePassword } from '../../runtime/auth/account.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { failureText } from '../causes.ts';
import { AccountButton } from '../layout/sidebar-parts.tsx';
import { useUnsentText } from '../unsent-text.ts';
import { PasswordForm } from './password-form.tsx';

/** Opens the form for a new password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  const [isDirty, setDirty] = useState(false);
  useUnsentText(isDirty);
  const user = useAdministrator();
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
        <PasswordForm
          email={user?.email ?? null}
          save={async (password) => {
            const result = await changePassword(password);
            if (result.outcome !== 'done')
              return { field: 'password', message: failureText(result) };
            close();
            return null;
          }}
          onDirty={setDirty}
          Buttons={DialogButtons}
        />
      </Dialog>
    </>
  );
}
