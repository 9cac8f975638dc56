import type { Session } from '../../core/backend/auth-backend.ts';
import { createSupabaseAdminBackend } from '../../core/backend/supabase-admin-backend.ts';
import type { RetryReason } from '../../core/domain/reasons.ts';
import { env } from '../env.ts';
import { db } from '../outbox.ts';
import { askToPersist } from '../storage.ts';
import { authBackend } from './auth-backend.ts';
import { forgetCopies } from './end-session.ts';
import { keepRole } from './kept-role.ts';
import { toStored, writeSession } from './session-store.ts';

export type SignInResult =
  | { outcome: 'signed-in' }
  /** The service refused the e-mail address or the password, in its own words. */
  | { outcome: 'refused'; message: string }
  /** It knows the person, but not as an administrator. */
  | { outcome: 'not-admin' }
  | { outcome: 'unresolved' }
  | { outcome: 'retry'; reason: RetryReason };

/**
 * Signs an administrator in. Nothing of the session is kept before the server has called them one. `onAccepted` hears
 * that the password was right. Throws where the browser keeps nothing.
 */
export async function signIn(email: string, password: string, onAccepted: () => void): Promise<SignInResult> {
  const answer = await authBackend.signIn(email, password);
  if (answer.outcome === 'rejected') return { outcome: 'refused', message: answer.message };
  if (answer.outcome === 'retry') return answer;
  onAccepted();
  const result = await admit(answer.value);
  if (result.outcome !== 'signed-in') void authBackend.signOut(answer.value.accessToken);
  return result;
}

async function admit(session: Session): Promise<SignInResult> {
  const known = await authBackend.readUser(session.accessToken);
  if (known.outcome === 'retry') return known;
  if (known.outcome === 'rejected') return { outcome: 'unresolved' };
  const user = known.value;
  const isAdmin = await backendOf(session.accessToken, user.id).isAdmin();
  if (isAdmin.outcome === 'retry') return isAdmin;
  if (isAdmin.outcome !== 'answered' || !isAdmin.value) return { outcome: 'not-admin' };

  const now = Date.now();
  await forgetCopies(user.id);
  await db.transaction('rw', db.session, db.portalFacts, async () => {
    await writeSession(toStored({ ...session, user }, now));
    await keepRole(user.id, now);
  });
  // So that a browser short of space does not clear the lists and what waits.
  void askToPersist();
  return { outcome: 'signed-in' };
}

/** The server as this user sees it, before their session is kept. */
const backendOf = (token: string, userId: string) =>
  createSupabaseAdminBackend({
    url: env.supabaseUrl,
    publishableKey: env.publishableKey,
    token: () => Promise.resolve({ outcome: 'token', token, userId }),
  });
