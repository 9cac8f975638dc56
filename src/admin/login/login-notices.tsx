import { useState } from 'react';
import type { AuthState } from '../../runtime/auth/auth.ts';
import { verifyRole } from '../../runtime/auth/verify-role.ts';
import { useOnline } from '../../runtime/use-online.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { NOT_ADMIN } from './sign-in-texts.ts';

/** Why the sign-in is shown to somebody who may not expect it. */
export function LoginNotices({ auth }: { auth: AuthState }) {
  const isOnline = useOnline();
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {auth.status === 'signed-out' && auth.because === 'not-admin' && <Notice tone="warning" title={NOT_ADMIN} />}
      {auth.status === 'signed-out' && auth.because === 'session-ended' && (
        <Notice tone="info" title="Your session has ended">
          <p>Please sign in again. What you changed and was not sent yet waits on this device.</p>
        </Notice>
      )}
      {auth.status === 'signed-in' && <Unverified email={auth.user.email} />}
      {!isOnline && (
        <Notice tone="info" title="You are offline">
          <p>Signing in needs a connection.</p>
        </Notice>
      )}
    </div>
  );
}

/** Somebody is signed in whose role the server has not confirmed lately. */
function Unverified({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);
  const check = () => {
    setBusy(true);
    void verifyRole().finally(() => setBusy(false));
  };
  return (
    <Notice tone="warning" title="Your permission could not be checked">
      <p>You are signed in as {email}. The portal opens as soon as the server has confirmed that you are an administrator.</p>
      <button type="button" aria-disabled={isBusy} className={smallButtonClass('secondary')} onClick={() => isBusy || check()}>
        {isBusy ? 'Checking...' : 'Check again'}
      </button>
    </Notice>
  );
}
