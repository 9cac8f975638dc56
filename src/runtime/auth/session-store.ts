import type { Session } from '../../core/server/auth-backend.ts';
import { ROLE_BELIEVED_DAYS } from '../../core/domain/limits.ts';
import type { StoredSession } from '../../core/store/admin-rows.ts';
import { abandonReplicas } from '../../core/store/replicas.ts';
import { withReopen } from '../../core/store/database.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { db } from '../database.ts';

const KEY = 'current';

/**
 * The signed-in user's session on this device; null without one. Rejects when the browser cannot
 * read it.
 */
export const readSession = (): Promise<StoredSession | null> =>
  withReopen(async () => (await db.session.get(KEY)) ?? null);

/** A session as stored; `now`: when it was issued. */
export function toStored(
  { accessToken, refreshToken, lifetimeMs, user }: Session,
  now: number,
): StoredSession {
  return { accessToken, refreshToken, renewedAt: now, expiresAt: now + lifetimeMs, user };
}

/** Signs a user in on this device. Rejects in a browser without storage. */
export async function writeSession(session: StoredSession): Promise<void> {
  await db.session.put(session, KEY);
}

/**
 * Replaces a session by its renewal, and clears the cached role of its user; false when the old
 * session is no longer stored.
 */
export function replaceSession(old: StoredSession, renewed: StoredSession): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.session, db.portalFacts, async () => {
      if ((await readSession())?.refreshToken !== old.refreshToken) return false;
      await db.session.put(renewed, KEY);
      // `checkedAt` stays: without an answer of the server, its last one counts.
      await db.portalFacts.update([renewed.user.id, 'role'], (fact) => {
        fact.value = { ...(fact.value as RoleFact), isCleared: true };
      });
      return true;
    }),
  );
}

/**
 * Signs this device out and abandons every replica in one transaction, so that a browser killed at
 * any moment has done both or neither. Rejects on failure.
 */
export const forgetSession = (): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.session, db.replicas, db.portalFacts, db.changeReceipts, async () => {
      await db.session.delete(KEY);
      await abandonReplicas(db, null);
    }),
  );

/**
 * Calls the listener now, after every change of the session in any tab, and when the database fails
 * or is open again.
 */
export function onSessionChange(listener: () => void): void {
  liveRead(readSession).subscribe(listener);
}

/** How long this device trusts a confirmed role. */
const BELIEVED_MS = ROLE_BELIEVED_DAYS * 24 * 60 * 60 * 1000;

interface RoleFact {
  /** When the server last confirmed the user as an administrator. */
  checkedAt: number;
  /** The token was renewed since then. */
  isCleared?: true;
}

export type KeptRole =
  { status: 'unknown' } | { status: 'expired' } | ({ status: 'admin' } & RoleFact);

/** This device's cached role of a user. Only a confirmation is cached, never a refusal. */
export async function readKeptRole(userId: string): Promise<KeptRole> {
  const fact = await db.portalFacts.get([userId, 'role']).catch(() => undefined);
  if (!fact) return { status: 'unknown' };
  const role = fact.value as RoleFact;
  return Date.now() - role.checkedAt > BELIEVED_MS
    ? { status: 'expired' }
    : { status: 'admin', ...role };
}

/**
 * Stores that the server confirmed the user as an administrator; false when they are no longer
 * signed in on this device.
 */
export function keepRole(userId: string, checkedAt: number): Promise<boolean> {
  return db.transaction('rw', db.session, db.portalFacts, async () => {
    if ((await readSession())?.user.id !== userId) return false;
    await db.portalFacts.put({ userId, key: 'role', value: { checkedAt } });
    return true;
  });
}
