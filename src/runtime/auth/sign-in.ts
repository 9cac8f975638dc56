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

/**
 * Signs an administrator in. Stores nothing of the session before the server has confirmed the
 * role. `onAccepted` is called once the password was right. A refusal of the role deletes all of
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
  onAccepted();
  return signInWith(answer.value);
}

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
  const known = await authBackend.readUser(fresh.session.accessToken);
  if (known.outcome === 'retry') return { outcome: 'unresolved', reason: known.reason };
  if (known.outcome === 'rejected') return { outcome: 'unresolved' };
  const user = known.value;
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
