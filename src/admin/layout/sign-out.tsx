import { useState } from 'react';
import { signOut } from '../../runtime/auth/account.ts';
import { countWaiting } from '../../runtime/portal/admin-actions.ts';
import { notify } from '../../ui/toast.ts';
import { AccountButton } from './account-button.tsx';
import { UnsentDialog } from './unsent-dialog.tsx';

/** Signs out; first asks what is to become of the changes that wait on this device. */
export function SignOut() {
  const [isAsking, setAsking] = useState(false);
  // A browser that keeps nothing has nothing that waits.
  const ask = async () => ((await countWaiting().catch(() => 0)) > 0 ? setAsking(true) : leave());

  return (
    <>
      <AccountButton icon="signOut" onClick={() => void ask()}>
        Sign Out
      </AccountButton>
      <UnsentDialog action="sign out" open={isAsking} onSettled={() => void leave()} onClose={() => setAsking(false)} />
    </>
  );
}

async function leave(): Promise<void> {
  const result = await signOut();
  if (result.outcome === 'refused') void notify.error('Error', { description: result.message });
  else void notify.success('Signed Out', { description: 'You have been signed out successfully' });
}
