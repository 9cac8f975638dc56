import type { AuthAnswer } from '../../core/server/auth-backend.ts';
import type { AccountFailure } from './account-failure.ts';
import type { TokenSource } from '../../core/server/signed-in.ts';
import type { StoredSession } from '../../core/store/device-schema.ts';
import { after } from '../listeners.ts';
import { currentPushId } from '../push.ts';
import { pushBackendWith } from './portal-server.ts';
import { signedOut } from './session.ts';
import { authBackend, tokenSource } from './token-source.ts';

export type AccountResult = { outcome: 'done' } | AccountFailure;

const SIGN_OUT_PATIENCE_MS = 3_000;

/** `still-signed-in`: this browser could not remove the session, and nothing has changed. */
export type SignOutResult = AccountResult | { outcome: 'still-signed-in' };

/**
 * Signs out: this device at once, in every tab, online or not; the session on the server if it
 * answers within a few seconds. `done` also without an answer: this device no longer has the
 * session.
 */
export async function signOut(): Promise<SignOutResult> {
  const pushId = await currentPushId(null).catch(() => null);
  let session: StoredSession | null;
  try {
    session = await signedOut();
  } catch (error) {
    console.warn('The session could not be removed:', error);
    return { outcome: 'still-signed-in' };
  }
  if (!session) return { outcome: 'done' };
  const late = after<AccountResult>(SIGN_OUT_PATIENCE_MS, { outcome: 'done' });
  const result = await Promise.race([endOnServer(session, pushId), late]);
  return result.outcome === 'retry' ? { outcome: 'done' } : result;
}

/**
 * Removes the device's push row while the token is valid. If it stays, the next push finds the
 * subscription ended and removes it.
 */
async function endOnServer(
  { accessToken, user }: StoredSession,
  pushId: string | null,
): Promise<AccountResult> {
  const token: TokenSource = async () => ({
    outcome: 'token',
    token: accessToken,
    userId: user.id,
  });
  if (pushId) await pushBackendWith(token).removeDevice(pushId);
  return toResult(await authBackend.signOut(accessToken));
}

/** Sets the signed-in user's new password. Needs a connection. */
export async function changePassword(password: string): Promise<AccountResult> {
  const token = await tokenSource({ refused: null });
  if (token.outcome === 'signed-out')
    return { outcome: 'refused', message: 'Please sign in again.' };
  if (token.outcome === 'retry') return token;
  const answer = await authBackend.changePassword(token.token, password);
  if (answer.outcome !== 'session-too-old') return toResult(answer);
  return {
    outcome: 'refused',
    message: `${answer.message}. Sign out and in again, then change the password.`,
  };
}

/**
 * Requests a user without rights. Refused where sign-up is closed, as here and in the hosted
 * project's settings.
 */
export async function signUp(
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult> {
  return toResult(
    await authBackend.signUp({ email, password, fullName, redirectTo: `${location.origin}/` }),
  );
}

function toResult(answer: AuthAnswer<unknown>): AccountResult {
  switch (answer.outcome) {
    case 'read':
      return { outcome: 'done' };
    case 'rejected':
      return { outcome: 'refused', message: answer.message };
    case 'retry':
      return answer;
  }
}
