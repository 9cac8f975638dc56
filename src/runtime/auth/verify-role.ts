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
 * Asks the server whether the signed-in user is an administrator, and acts on what it says. Without an answer everything
 * stays as it is; a definite no signs out and takes all of the user's data from this device. Never rejects.
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
    // Somebody signed in meanwhile: what was answered is not about them, or older than what they were told.
    session = now;
  }
}

/** When the server last called a session's user an administrator, as far as this device still believes it. */
async function confirmedAt({ user }: StoredSession): Promise<number | null> {
  const role = await readKeptRole(user.id);
  return role.status === 'admin' ? role.checkedAt : null;
}

async function settle(session: StoredSession, answer: Answered<boolean>): Promise<void> {
  const { user } = session;
  if (answer.outcome === 'answered' && answer.value) {
    // On a device that is full this tab knows it.
    const isStillHere = await keepRole(user.id, Date.now()).catch(() => true);
    if (!isStillHere) return;
    await openReplica(user.id);
    changeAuth({ status: 'signed-in', user, isAdmin: true });
  } else if (answer.outcome === 'answered') {
    await dismiss(session);
  } else if (answer.outcome !== 'retry' || currentAuth().status === 'loading') {
    // The server won't say, or can't be asked about somebody it has never called an administrator here.
    changeAuth({ status: 'signed-in', user, isAdmin: false });
  }
}

async function dismiss({ user, accessToken }: StoredSession): Promise<void> {
  await endSession('not-admin');
  await forgetDismissed(user.id);
  await authBackend.signOut(accessToken);
}
