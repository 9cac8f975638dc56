import type { SessionTokens } from '../../core/server/auth-backend.ts';
import { createSupabaseAdminBackend } from '../../core/server/supabase-admin-backend.ts';
import type { TokenSource } from '../../core/server/signed-in.ts';
import type { RetryReason } from '../../core/domain/reasons.ts';
import { onceOpen } from '../../core/store/database.ts';
import { env } from '../env.ts';
import { db } from '../database.ts';
import { askToPersist } from '../storage.ts';
import type { AuthUndecided } from './account-failure.ts';
import { authBackend } from './token-source.ts';
import { forgetReplicas, forgetDismissed } from './end-session.ts';
import { keepRole, toStored, writeSession } from './session-store.ts';

export type SignInResult =
  | { outcome: 'signed-in' }
  /** The service refused the sign-in, with its code and its own words. */
  | { outcome: 'refused'; code: string; message: string }
  /** The server knows the person, but not as an administrator. */
  | { outcome: 'not-admin' }
  /** The password was right, but the service did not return the user. `reason`: why, unless it refused. */
  | { outcome: 'unresolved'; reason?: RetryReason }
  /** This browser could not keep the session. */
  | { outcome: 'not-stored' }
  | AuthUndecided;

/**
 * Signs an administrator in. Nothing of the session is kept before the server has called them one. `onAccepted` hears
 * that the password was right. A definite no to the role takes all of that user's data from this device.
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

/** Signs in with a session that the service gave. The session ends when it does not sign an administrator in. */
export async function signInWith(session: SessionTokens): Promise<SignInResult> {
  const held: HeldSession = { session };
  const result = await admit(held);
  if (result.outcome !== 'signed-in') void authBackend.signOut(held.session.accessToken);
  return result;
}

/** How long a database that can't be opened is waited for. */
const STORE_PATIENCE_MS = 5_000;

/** A session that nothing has kept yet; renewing replaces it. */
interface HeldSession {
  session: SessionTokens;
}

async function admit(held: HeldSession): Promise<SignInResult> {
  const known = await authBackend.readUser(held.session.accessToken);
  if (known.outcome === 'retry') return { outcome: 'unresolved', reason: known.reason };
  if (known.outcome === 'rejected') return { outcome: 'unresolved' };
  const user = known.value;
  const isAdmin = await backendOf(held, user.id).isAdmin();
  if (isAdmin.outcome === 'retry') return isAdmin;
  if (isAdmin.outcome === 'answered' && !isAdmin.value) await forgetDismissed(user.id);
  if (isAdmin.outcome !== 'answered' || !isAdmin.value) return { outcome: 'not-admin' };

  const now = Date.now();
  const { session } = held;
  await forgetReplicas(user.id);
  const store = () =>
    db.transaction('rw', db.session, db.portalFacts, async () => {
      await writeSession(toStored({ ...session, user }, now));
      await keepRole(user.id, now);
    });
  try {
    await onceOpen(db, STORE_PATIENCE_MS, store);
  } catch (error) {
    console.warn('The session could not be stored:', error);
    return { outcome: 'not-stored' };
  }
  // So that a browser short of space does not clear the lists and what waits.
  void askToPersist();
  return { outcome: 'signed-in' };
}

/** The server as this user sees it, before their session is kept. A token that it calls expired is renewed, as any is later on. */
function backendOf(held: HeldSession, userId: string) {
  const token: TokenSource = async ({ renew }) => {
    if (renew) {
      const answer = await authBackend.renew(held.session.refreshToken);
      if (answer.outcome === 'retry') return answer;
      if (answer.outcome === 'rejected') return { outcome: 'signed-out' };
      held.session = answer.value;
    }
    return { outcome: 'token', token: held.session.accessToken, userId };
  };
  return createSupabaseAdminBackend({
    url: env.supabaseUrl,
    publishableKey: env.publishableKey,
    token,
  });
}
