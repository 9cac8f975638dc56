import { db } from '../outbox.ts';
import { readSession } from './session-store.ts';

/** How long this device believes what the server said of a role. */
const BELIEVED_MS = 7 * 24 * 60 * 60 * 1000;

export type KeptRole = { status: 'unknown' } | { status: 'expired' } | { status: 'admin'; checkedAt: number };

/** What this device knows of a user's role. It keeps only that somebody is an administrator, never that they are not. */
export async function readKeptRole(userId: string): Promise<KeptRole> {
  const fact = await db.portalFacts.get([userId, 'role']).catch(() => undefined);
  if (!fact) return { status: 'unknown' };
  const { checkedAt } = fact.value as { checkedAt: number };
  return Date.now() - checkedAt > BELIEVED_MS ? { status: 'expired' } : { status: 'admin', checkedAt };
}

/** Keeps that the server just called the user an administrator; false when they are no longer signed in on this device. */
export function keepRole(userId: string, checkedAt: number): Promise<boolean> {
  return db.transaction('rw', db.session, db.portalFacts, async () => {
    if ((await readSession())?.user.id !== userId) return false;
    await db.portalFacts.put({ userId, key: 'role', value: { checkedAt } });
    return true;
  });
}
