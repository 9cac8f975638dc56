import { useState, type ReactElement } from 'react';
import { signOut } from '../../runtime/auth/account.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { leavePage } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/toast.ts';
import { countOwnWaiting } from '../send-entries.ts';
import { hasUnsentText } from '../unsent-text.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

interface SignOutProps {
  /** Renders the button, which calls `ask`. */
  children: (ask: () => void) => ReactElement;
}

/** Signs out; asks first about waiting changes, and about unsent text in any tab of the portal. */
export function SignOut({ children }: SignOutProps) {
  const [asking, setAsking] = useState<'changes' | 'text' | null>(null);
  const close = () => setAsking(null);
  const askForText = async () => {
    if (await hasUnsentText()) setAsking('text');
    else leavePage(() => void leave());
  };
  // A browser without storage has no waiting changes.
  const ask = async () =>
    (await countOwnWaiting().catch(() => 0)) > 0 ? setAsking('changes') : askForText();

  return (
    <>
      {children(() => void ask())}
      <UnsentDialog
        action="sign out"
        open={asking === 'changes'}
        onSettled={() => {
          close();
          void askForText();
        }}
        onClose={close}
      />
      <ConfirmDialog
        open={asking === 'text'}
        title="Sign out?"
        confirmLabel="Sign Out"
        dismissLabel="Stay signed in"
        onConfirm={() => void leave()}
        onClose={close}
      >
        <p>
          A form has text that was not sent, here or in another tab of the portal. Signing out
          deletes it.
        </p>
      </ConfirmDialog>
    </>
  );
}

const STILL_SIGNED_IN =
  'This browser could not sign you out. Clear this site’s data in its settings.';

async function leave(): Promise<void> {
  const result = await signOut();
  if (result.outcome === 'still-signed-in')
    void notify.error('You are still signed in', { description: STILL_SIGNED_IN });
  else if (result.outcome === 'refused')
    void notify.error('Error', { description: result.message });
  else void notify.success('Signed Out', { description: 'You have been signed out successfully' });
}
