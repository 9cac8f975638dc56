import { onReturn } from '../listeners.ts';
import { db } from '../database.ts';
import { unsubscribeFromPush } from '../push.ts';
import { changeAuth, currentAuth } from './use-auth.ts';
import { currentReplica, openReplica } from './current-replica.ts';
import { forgetReplicas } from './end-session.ts';
import { readKeptRole, onSessionChange, readSession } from './session-store.ts';
import { onUnstoredRenewal } from './token-source.ts';
import { verifyRole } from './verify-role.ts';

/** A sign-in, or another tab, has just checked the role. */
const JUST_ASKED_MS = 10_000;

/** Reads who is signed in from this device, and follows changes over all tabs. */
export function startAuth(): void {
  onSessionChange(() => void follow().catch(stayOut));
  onUnstoredRenewal(() => void verifyRole());
  addEventListener('online', () => void verifyRole());
  onReturn(() => void open().catch(stayOut));
}

/**
 * The session changed: a sign-in or sign-out, also one whose role could not be checked, or a
 * renewed token, with which the role is checked again.
 */
async function follow(): Promise<void> {
  const auth = currentAuth();
  const session = await readSession();
  const isSame = auth.status === 'signed-in' && auth.user.id === session?.user.id;
  const isOpen = auth.status === 'signed-in' && auth.isAdmin && currentReplica() !== null;
  if (!isSame || (!isOpen && (await readKeptRole(auth.user.id)).status === 'admin')) return open();
  await verifyRole();
}

/**
 * Opens the portal for the stored user if the server confirmed the role within the last days,
 * without a connection. Then asks the server again.
 */
async function open(): Promise<void> {
  const user = (await readSession())?.user ?? null;
  if (!user) {
    if (currentAuth().status !== 'signed-out') changeAuth({ status: 'signed-out', because: null });
    // A browser that was killed during a sign-out may still be subscribed.
    void unsubscribeFromPush();
    return forgetReplicas(null);
  }
  const role = await readKeptRole(user.id);
  if ((await readSession())?.user.id !== user.id) return;
  if (role.status === 'admin') await openReplica(user.id);
  if (role.status === 'admin') changeAuth({ status: 'signed-in', user, isAdmin: true });
  else if (role.status === 'expired' || currentAuth().status !== 'signed-in')
    changeAuth({ status: 'loading' });
  await forgetReplicas(role.status === 'expired' ? null : user.id);
  const isFresh =
    role.status === 'admin' && !role.isCleared && Date.now() - role.checkedAt <= JUST_ASKED_MS;
  if (!isFresh) await verifyRole();
}

/**
 * The browser cannot read the session: the sign-in opens, and nothing is deleted. Waits for a
 * database that is being reopened.
 */
function stayOut(error: unknown): void {
  console.error(error);
  if (db.availability === 'failing') return;
  if (currentAuth().status === 'loading') changeAuth({ status: 'signed-out', because: null });
}
