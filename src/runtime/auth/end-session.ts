import { abandonReplicas, removeAbandoned } from '../../core/store/replicas.ts';
import { forgetUser } from '../../core/sync/replica-store.ts';
import { db } from '../database.ts';
import { unsubscribeFromPush } from '../push.ts';
import { closeReplica, currentReplica } from './current-replica.ts';
import { changeAuth, type SignedOutReason } from './use-auth.ts';
import { forgetSession } from './session-store.ts';

/**
 * Signs this device out, in every tab and without a connection, abandons the replicas and ends web
 * push. False when the browser could not remove the session; then a user's sign-out changes
 * nothing, because the next start would sign them in again.
 */
export async function endSession(because: SignedOutReason | null): Promise<boolean> {
  const isGone = await forgetSession().then(
    () => true,
    (error: unknown) => {
      console.warn('The session could not be removed:', error);
      return false;
    },
  );
  if (!isGone && because === null) return false;
  changeAuth({ status: 'signed-out', because });
  await Promise.all([forgetReplicas(null), unsubscribeFromPush()]);
  return isGone;
}

/**
 * Abandons the replicas of every user except one; null for all. Waiting entries stay. Removes the
 * replicas in the background: a frozen tab may delay that, and the next start removes the rest.
 */
export async function forgetReplicas(exceptUserId: string | null): Promise<void> {
  await abandonReplicas(db, exceptUserId).catch((error: unknown) =>
    console.warn('The copies could not be given up:', error),
  );
  if (currentReplica() && currentReplica()?.userId !== exceptUserId) closeReplica();
  removeGivenUp();
}

const removeGivenUp = () =>
  void removeAbandoned(db).catch((error: unknown) =>
    console.warn('The copies could not be removed:', error),
  );

/**
 * Deletes everything that this device stores of a former administrator, including waiting changes.
 * Never rejects.
 */
export async function forgetDismissed(userId: string): Promise<void> {
  await forgetUser(db, userId).catch((error: unknown) =>
    console.warn('What waits could not be removed:', error),
  );
  if (currentReplica()?.userId === userId) closeReplica();
  removeGivenUp();
}
