import { useState, type ReactElement } from 'react';
import { signOut } from '../../runtime/auth/account.ts';
import { leavePage } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/toast.ts';
import { countOwnWaiting } from '../sync/admin-commands.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

interface SignOutProps {
  /** Renders the button, which calls `ask`. */
  children: (ask: () => void) => ReactElement;
}

/** Signs out; asks first about the changes that wait on this device. */
export function SignOut({ children }: SignOutProps) {
  const [isAsking, setAsking] = useState(false);
  // A browser without storage has no waiting changes.
  const ask = async () =>
    (await countOwnWaiting().catch(() => 0)) > 0 ? setAsking(true) : leavePage(() => void leave());

  return (
    <>
      {children(() => void ask())}
      <UnsentDialog
        action="sign out"
        open={isAsking}
        onSettled={() => leavePage(() => void leave())}
        onClose={() => setAsking(false)}
      />
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
