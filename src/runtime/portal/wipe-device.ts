import { wipeCopies } from '../../core/sync/wipe.ts';
import { signOut } from '../auth/account.ts';
import { db } from '../outbox.ts';

/**
 * Removes the lists that this device keeps, of whomever, and signs out, with a connection or without. What waits to be
 * sent stays. False when the browser could not remove them; the person is then still signed in.
 */
export async function wipeDevice(): Promise<boolean> {
  try {
    await wipeCopies(db, null);
  } catch (error) {
    console.warn('The copies could not be removed:', error);
    return false;
  }
  await signOut();
  return true;
}
