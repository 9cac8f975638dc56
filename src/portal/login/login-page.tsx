import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AuthState } from '../../runtime/auth/session.ts';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { verifyRole } from '../../runtime/auth/verify-role.ts';
import { Card } from '../../ui/card.tsx';
import { smallButtonClass } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { useHeadingFocus } from '../../ui/page-change.ts';
import { SIGNED_IN } from '../layout/arrival.tsx';
import { Entrance } from '../layout/entrance.tsx';
import { changesText } from '../layout/sync-status.tsx';
import { screenAfterSignIn } from '../layout/wanted-screen.ts';
import { NOT_ADMIN } from './failure.ts';
import { LoginForm } from './login-form.tsx';

/** Why the sign-in is shown to a person who may not expect it. */
const LoginNotices = ({ auth }: { auth: AuthState }) => (
  <div className="grid justify-items-start gap-3 has-[>:empty:only-child]:hidden">
    <div role="status" className="grid w-full gap-3 empty:hidden">
      {auth.status === 'signed-out' && <SignedOut {...auth} />}
      {auth.status === 'signed-in' &&
        (auth.needsCode ? (
          <CodeNeeded email={auth.user.email} />
        ) : (
          <Unverified email={auth.user.email} />
        ))}
    </div>
    {auth.status === 'signed-in' && !auth.needsCode && <CheckAgain />}
  </div>
);

function SignedOut({ because, discarded = 0 }: Extract<AuthState, { status: 'signed-out' }>) {
  switch (because) {
    case 'not-admin':
      return (
        <Notice tone="warning" title={NOT_ADMIN}>
          {discarded > 0 && (
            <p>{`${changesText(discarded)} that waited on this device ${discarded === 1 ? 'was' : 'were'} discarded.`}</p>
          )}
        </Notice>
      );
    case 'session-ended':
      return (
        <Notice tone="info" title="Your session has ended">
          <p>
            Please sign in again. Changes you made that were not sent yet are waiting on this
            device.
          </p>
        </Notice>
      );
    case 'elsewhere':
      return (
        <Notice tone="info" title="You were signed out in another tab">
          <p>Text that was typed here and not sent is gone.</p>
        </Notice>
      );
    case null:
      return null;
  }
}

/** For a signed-in user whose role the server has not confirmed lately. */
const Unverified = ({ email }: { email: string }) => (
  <Notice tone="warning" title="Your permission could not be checked">
    <p>
      You are signed in as <span>{email}</span>. The portal opens as soon as the server has
      confirmed that you are an administrator.
    </p>
  </Notice>
);

/** For a signed-in user whose session has no code of their second factor. */
const CodeNeeded = ({ email }: { email: string }) => (
  <Notice tone="info" title="Your account has a second factor now">
    <p>
      You are signed in as <span>{email}</span>. Enter a code to go on. Your lists, and changes that
      were not sent yet, are waiting on this device.
    </p>
  </Notice>
);

function CheckAgain() {
  const [isBusy, setBusy] = useState(false);
  const check = () => {
    setBusy(true);
    void verifyRole().finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      className={smallButtonClass('secondary')}
      onClick={() => isBusy || check()}
    >
      {isBusy ? 'Checking...' : 'Check again'}
    </button>
  );
}

/** The sign-in. Redirects a signed-in administrator to the wanted screen. */
export default function LoginPage() {
  const auth = useAuth();
  const { state } = useLocation() as { state: unknown };
  useHeadingFocus();
  const needsCode = auth.status === 'signed-in' && auth.needsCode === true;
  if (auth.status === 'signed-in' && auth.isAdmin)
    return <Navigate to={screenAfterSignIn(state)} replace state={SIGNED_IN} />;
  return (
    <Entrance title="Admin Login" subtitle="For staff">
      <LoginNotices auth={auth} />
      <Card>
        <LoginForm key={String(needsCode)} needsCode={needsCode} />
      </Card>
      <p className="text-center text-muted">
        Forgotten your password? Ask the person who manages this website for a new one.
      </p>
      <p className="text-center">
        <a
          href="/"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Back to the website
        </a>
      </p>
    </Entrance>
  );
}
