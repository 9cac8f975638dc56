import type { Answered } from '../../core/server/admin-backend.ts';
import type { StoredSession } from '../../core/store/admin-rows.ts';
import { adminBackend } from './portal-server.ts';
import { changeAuth, currentAuth } from './use-auth.ts';
import { authBackend } from './token-source.ts';
import { openReplica } from './current-replica.ts';
import { endSession, forgetDismissed } from './end-session.ts';
import { keepRole, readKeptRole, readSession } from './session-store.ts';

let running: Promise<void> | null = null;

/**
 * Asks the server for the signed-in user's role, and applies the answer. Without an answer nothing
 * changes; a refusal signs out and deletes all of the user's data from this device. Never rejects.
 */
export const verifyRole = (): Promise<void> =>
  (running ??= verify()
    .catch((error: unknown) => console.error(error))
    .finally(() => (running = null)));

async function verify(): Promise<void> {
  for (let session = await readSession(); session;) {
    const known = await confirmedAt(session);
    const answer = await adminBackend.isAdmin();
    const now = await readSession();
    const isYes = answer.outcome === 'answered' && answer.value;
    if (now?.user.id === session.user.id && (isYes || (await confirmedAt(now)) === known))
      return settle(now, answer);
    // Somebody signed in meanwhile: the answer is about another session, or older than a newer
    // answer.
    session = now;
  }
}

/**
 * When the server last confirmed the session's user as an administrator, if this device still
 * trusts it.
 */
async function confirmedAt({ user }: StoredSession): Promise<number | null> {
  const role = await readKeptRole(user.id);
  return role.status === 'admin' ? role.checkedAt : null;
}

async function settle(session: StoredSession, answer: Answered<boolean>): Promise<void> {
  const { user } = session;
  if (answer.outcome === 'answered' && answer.value) {
    // On a full device only this tab knows it.
    const isStillHere = await keepRole(user.id, Date.now()).catch(() => true);
    if (!isStillHere) return;
    await openReplica(user.id);
    changeAuth({ status: 'signed-in', user, isAdmin: true });
  } else if (answer.outcome === 'answered') {
    await dismiss(session);
  } else if (answer.outcome !== 'retry' || currentAuth().status === 'loading') {
    // The server refuses to answer, or the user was never confirmed on this device.
    changeAuth({ status: 'signed-in', user, isAdmin: false });
  }
}

async function dismiss({ user, accessToken }: StoredSession): Promise<void> {
  await endSession('not-admin');
  await forgetDismissed(user.id);
  await authBackend.signOut(accessToken);
}
