import type { Session } from '../../core/server/auth-backend.ts';
import { ROLE_BELIEVED_DAYS } from '../../core/domain/limits.ts';
import type { StoredSession } from '../../core/store/admin-rows.ts';
import { abandonReplicas } from '../../core/store/replicas.ts';
import { withReopen } from '../../core/store/database.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { db } from '../database.ts';

const KEY = 'current';

/** The session of whoever is signed in on this device; null when nobody is. Rejects when the browser can't tell. */
export const readSession = (): Promise<StoredSession | null> =>
  withReopen(async () => (await db.session.get(KEY)) ?? null);

/** A session as it is kept, from the moment `now` when it was given. */
export function toStored(
  { accessToken, refreshToken, lifetimeMs, user }: Session,
  now: number,
): StoredSession {
  return { accessToken, refreshToken, renewedAt: now, expiresAt: now + lifetimeMs, user };
}

/** Signs somebody in on this device. Rejects where the browser keeps nothing. */
export async function writeSession(session: StoredSession): Promise<void> {
  await db.session.put(session, KEY);
}

/**
 * Puts a session in the place of the one it was renewed from, and clears the cached role of its user; false when that session is
 * no longer there.
 */
export function replaceSession(old: StoredSession, renewed: StoredSession): Promise<boolean> {
  return withReopen(() =>
    db.transaction('rw', db.session, db.portalFacts, async () => {
      if ((await readSession())?.refreshToken !== old.refreshToken) return false;
      await db.session.put(renewed, KEY);
      // `checkedAt` stays: while the server gives no answer, its last one counts.
      await db.portalFacts.update([renewed.user.id, 'role'], (fact) => {
        fact.value = { ...(fact.value as RoleFact), isCleared: true };
      });
      return true;
    }),
  );
}

/**
 * Signs this device out and gives up every replica of the lists, in one transaction: a browser that is killed at any moment has done
 * both or neither. Rejects when it could not.
 */
export const forgetSession = (): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.session, db.replicas, db.portalFacts, db.changeReceipts, async () => {
      await db.session.delete(KEY);
      await abandonReplicas(db, null);
    }),
  );

/** Calls the listener now, after every change of the session in any tab, and when the database fails or is open again. */
export function onSessionChange(listener: () => void): void {
  liveRead(readSession).subscribe(listener);
}

/** How long this device believes what the server said of a role. */
const BELIEVED_MS = ROLE_BELIEVED_DAYS * 24 * 60 * 60 * 1000;

interface RoleFact {
  /** When the server last called the user an administrator. */
  checkedAt: number;
  /** The token was renewed since then. */
  isCleared?: true;
}

export type KeptRole =
  { status: 'unknown' } | { status: 'expired' } | ({ status: 'admin' } & RoleFact);

/** What this device knows of a user's role. It keeps only that somebody is an administrator, never that they are not. */
export async function readKeptRole(userId: string): Promise<KeptRole> {
  const fact = await db.portalFacts.get([userId, 'role']).catch(() => undefined);
  if (!fact) return { status: 'unknown' };
  const role = fact.value as RoleFact;
  return Date.now() - role.checkedAt > BELIEVED_MS
    ? { status: 'expired' }
    : { status: 'admin', ...role };
}

/** Keeps that the server just called the user an administrator; false when they are no longer signed in on this device. */
export function keepRole(userId: string, checkedAt: number): Promise<boolean> {
  return db.transaction('rw', db.session, db.portalFacts, async () => {
    if ((await readSession())?.user.id !== userId) return false;
    await db.portalFacts.put({ userId, key: 'role', value: { checkedAt } });
    return true;
  });
}
