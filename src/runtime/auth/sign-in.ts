import type { SessionTokens } from '../../core/server/auth-backend.ts';
import { createSupabaseAdminBackend } from '../../core/server/supabase-admin-backend.ts';
import type { TokenSource } from '../../core/server/signed-in.ts';
import type { RetryReason } from '../../core/domain/reasons.ts';
import { env } from '../env.ts';
import { askToPersist } from '../storage.ts';
import type { AuthUndecided } from './account-failure.ts';
import { roleLost, signedIn } from './session.ts';
import { authBackend } from './token-source.ts';

export type SignInResult =
  | { outcome: 'signed-in' }
  /** The password was right; a code of the second factor is missing. */
  | { outcome: 'code-needed'; pending: PendingSignIn }
  /** The service refused the sign-in, with its code and its own words. */
  | { outcome: 'refused'; code: string; message: string }
  /** The server knows the user, but not as an administrator. */
  | { outcome: 'not-admin' }
  /**
   * The password was right, but the user could not be read. `reason`: why, unless the service
   * refused.
   */
  | { outcome: 'unresolved'; reason?: RetryReason }
  /** This browser could not store the session. */
  | { outcome: 'not-stored' }
  | AuthUndecided;

/** A session that waits for a code, in memory only. */
export interface PendingSignIn {
  session: SessionTokens;
  factorId: string;
}

/**
 * Signs an administrator in. Stores nothing of the session before the server has confirmed the
 * role. `onAccepted` is called once the password was right and no code is missing. A refusal of the role deletes all of
 * that user's data from this device.
 */
export async function signIn(
  email: string,
  password: string,
  onAccepted: () => void,
): Promise<SignInResult> {
  const answer = await authBackend.signIn(email, password);
  if (answer.outcome === 'rejected') return { ...answer, outcome: 'refused' };
  if (answer.outcome === 'retry') return answer;
  const { factor } = answer.value;
  if (factor)
    return { outcome: 'code-needed', pending: { session: answer.value, factorId: factor.id } };
  onAccepted();
  return signInWith(answer.value);
}

/** Goes on with a sign-in that needs a code, as `signIn`. May be repeated with another code. */
export async function signInWithCode(
  { session, factorId }: PendingSignIn,
  code: string,
  onAccepted: () => void,
): Promise<SignInResult> {
  const answer = await authBackend.enterCode(session.accessToken, factorId, code);
  if (answer.outcome === 'retry') return answer;
  // The owner has just ended the factor, so the password suffices.
  const isGone = answer.outcome === 'rejected' && answer.code === 'mfa_factor_not_found';
  if (answer.outcome === 'rejected' && !isGone) return { ...answer, outcome: 'refused' };
  onAccepted();
  return signInWith(answer.outcome === 'read' ? answer.value : session);
}

/** Ends a sign-in that needs a code. */
export const cancelSignIn = ({ session }: PendingSignIn): void =>
  void authBackend.signOut(session.accessToken);

/** Signs in with a session of the service. Ends the session when no administrator was signed in. */
export async function signInWith(session: SessionTokens): Promise<SignInResult> {
  const fresh: NewSession = { session };
  const result = await admit(fresh);
  if (result.outcome !== 'signed-in') void authBackend.signOut(fresh.session.accessToken);
  return result;
}

/** A session that is not stored yet; renewing replaces it. */
interface NewSession {
  session: SessionTokens;
}

async function admit(fresh: NewSession): Promise<SignInResult> {
  const known = await authBackend.readAccount(fresh.session.accessToken);
  if (known.outcome === 'retry') return { outcome: 'unresolved', reason: known.reason };
  if (known.outcome === 'rejected') return { outcome: 'unresolved' };
  const { user } = known.value;
  const isAdmin = await backendOf(fresh, user.id).isAdmin();
  if (isAdmin.outcome === 'retry') return isAdmin;
  if (isAdmin.outcome === 'read' && !isAdmin.value) await roleLost(user.id);
  if (isAdmin.outcome !== 'read' || !isAdmin.value) return { outcome: 'not-admin' };
  try {
    await signedIn({ ...fresh.session, user });
  } catch (error) {
    console.warn('The session could not be stored:', error);
    return { outcome: 'not-stored' };
  }
  // So that a browser short of space does not clear the lists and waiting changes.
  void askToPersist();
  return { outcome: 'signed-in' };
}

/**
 * The server for this user before their session is stored. An expired token is renewed, as any
 * later one.
 */
function backendOf(fresh: NewSession, userId: string) {
  const token: TokenSource = async ({ refused }) => {
    if (refused !== null) {
      const answer = await authBackend.renew(fresh.session.refreshToken);
      if (answer.outcome === 'retry') return answer;
      if (answer.outcome === 'rejected') return { outcome: 'signed-out' };
      fresh.session = answer.value;
    }
    return { outcome: 'token', token: fresh.session.accessToken, userId };
  };
  return createSupabaseAdminBackend({
    url: env.supabaseUrl,
    publishableKey: env.publishableKey,
    token,
  });
}
