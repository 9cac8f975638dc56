import { wipeCopies } from '../../core/sync/wipe.ts';
import { db } from '../outbox.ts';
import { changeAuth, type SignedOutReason } from './auth.ts';
import { forgetSession } from './session-store.ts';

/** Signs this device out, in every tab and without a connection, and forgets the copies of the lists. */
export async function endSession(because: SignedOutReason | null): Promise<void> {
  await forgetSession().catch((error: unknown) => console.warn('The session could not be removed:', error));
  changeAuth({ status: 'signed-out', because });
  await forgetCopies(null);
}

/** Forgets what this device keeps of everybody but one user; null: of everybody. What waits to be sent stays: it is work. */
export async function forgetCopies(exceptUserId: string | null): Promise<void> {
  await wipeCopies(db, exceptUserId).catch((error: unknown) => console.warn('The copies could not be removed:', error));
}
