import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { EmailLink } from '../../core/server/email-link.ts';
import { dropEmailLink, setNewPassword, useEmailLink } from '../../runtime/auth/recovery.ts';
import type { SignInResult } from '../../runtime/auth/sign-in.ts';
import { useAuth } from '../../runtime/auth/use-auth.ts';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading, passFocusOn, useHeadingFocus } from '../../ui/page-change.ts';
import { useUnsavedLock } from '../../ui/text-form.tsx';
import { failureText } from '../causes.ts';
import { SIGNED_IN } from '../layout/arrival.tsx';
import { Entrance } from '../layout/entrance.tsx';
import { Verifying } from '../layout/guard.tsx';
import { SignOut } from '../layout/sign-out.tsx';
import { EXPLANATIONS, failureOf } from '../login/failure.ts';
import type { PasswordProblem } from './check-password.ts';
import { PasswordForm } from './password-form.tsx';

const ASK = 'Ask the person who manages this website for a new link.';

interface LinkFault {
  title: string;
  text: string;
}

const GONE: LinkFault = {
  title: 'This link no longer works',
  text: `A link for a new password works once, and for one hour. This one has expired or was opened before. ${ASK}`,
};
const BLOCKED: LinkFault = {
  title: 'This account is blocked',
  text: 'It cannot have a new password. Ask the person who manages this website.',
};
const UNREADABLE: LinkFault = {
  title: 'This link could not be opened',
  text: `It is incomplete, or it is not for a new password. Open it once more from the email. If it does not work then: ${ASK}`,
};

/** The fault behind each code of the service. */
const FAULTS: Readonly<Record<string, LinkFault>> = {
  otp_expired: GONE,
  bad_jwt: GONE,
  session_not_found: GONE,
  session_expired: GONE,
  user_not_found: GONE,
  user_banned: BLOCKED,
};

const faultOf = (code: string): LinkFault => FAULTS[code] ?? UNREADABLE;

const CODE_TOO = 'This account has a second factor. Please enter a code from its app too';

const SignInLink = ({ children }: { children: string }) => (
  <Link to="/admin/login" replace className={buttonClass('primary')} onClick={dropEmailLink}>
    {children}
  </Link>
);

/** Another account is signed in and has to sign out before the link signs in. */
const SignedInAs = ({ email }: { email: string }) => (
  <Notice tone="warning" title="Somebody is signed in on this device">
    <p>
      It is <span className="font-semibold wrap-anywhere">{email}</span>. To choose a new password
      for the account of the link, sign out first. The link stays open.
    </p>
    <SignOut>
      {(ask) => (
        <button ref={passFocusOn} type="button" className={buttonClass('primary')} onClick={ask}>
          Sign Out
        </button>
      )}
    </SignOut>
    <Link to="/admin/login" replace className={buttonClass('secondary')} onClick={dropEmailLink}>
      Stay signed in
    </Link>
  </Notice>
);

/** The password is set, but its owner is not signed in. */
function SetOnly({ result }: { result: Exclude<SignInResult, { outcome: 'signed-in' }> }) {
  const { message, explanation } = failureOf(result);
  return (
    <Notice tone="warning" title="Your new password is saved, but you are not signed in">
      {explanation && <p>{explanation}</p>}
      <p>{message}</p>
      <SignInLink>Go to the sign-in</SignInLink>
    </Notice>
  );
}

/** Takes the new password for the account of a valid link. */
function LinkForm({ link, onSet }: { link: EmailLink; onSet: (result: SignInResult) => void }) {
  // A reload, as for a new release, would lose the link.
  useUnsavedLock(true);
  // The focused field disappears with the form.
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusHeading();
      }),
    [],
  );
  const save = async (password: string, code: string): Promise<PasswordProblem | null> => {
    const result = await setNewPassword(password, code);
    switch (result.outcome) {
      case 'set':
        onSet(result.signIn);
        return null;
      case 'link-refused':
        return { field: 'password', message: faultOf(result.code).title };
      case 'code-needed':
        return { field: 'code', message: CODE_TOO };
      case 'code-refused':
        return { field: 'code', message: EXPLANATIONS[result.code] ?? result.message };
      default:
        return { field: 'password', message: failureText(result) };
    }
  };
  return (
    <Card>
      <PasswordForm email={link.kind === 'session' ? link.email : null} save={save} />
    </Card>
  );
}

/**
 * Asks for the new password of the emailed link's account. Without a link it redirects to the
 * sign-in.
 */
export default function NewPasswordPage() {
  const auth = useAuth();
  const link = useEmailLink();
  const [signIn, setSignIn] = useState<SignInResult | null>(null);
  useHeadingFocus();

  const frame = (content: Elements) => (
    <Entrance
      title="New password"
      subtitle={link?.kind === 'session' && link.email ? `For ${link.email}` : 'For staff'}
    >
      {content}
    </Entrance>
  );
  if (signIn?.outcome === 'signed-in') {
    return auth.status === 'signed-in' && auth.isAdmin ? (
      <Navigate to="/admin/dashboard" replace state={SIGNED_IN} />
    ) : (
      <Verifying />
    );
  }
  if (signIn) return frame(<SetOnly result={signIn} />);
  if (!link) return <Navigate to="/admin/login" replace />;
  if (link.kind === 'refused') {
    const { title, text } = faultOf(link.code);
    return frame(
      <div role="alert">
        <Notice tone="warning" title={title}>
          <p>{text}</p>
          <SignInLink>Go to the sign-in</SignInLink>
        </Notice>
      </div>,
    );
  }
  const isOwner =
    auth.status === 'signed-in' && link.kind === 'session' && auth.user.id === link.userId;
  if (auth.status === 'signed-in' && !isOwner) return frame(<SignedInAs email={auth.user.email} />);
  return frame([
    <p key="hint" className="text-center text-balance text-muted">
      The link works once. Stay on this page until the new password is saved.
    </p>,
    <LinkForm
      key="form"
      link={link}
      onSet={(result) => {
        setSignIn(result);
        dropEmailLink();
      }}
    />,
  ]);
}
