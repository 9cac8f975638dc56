import { liveQuery } from 'dexie';
import type { Session } from '../../core/backend/auth-backend.ts';
import type { StoredSession } from '../../core/store/admin-rows.ts';
import { withReopen } from '../../core/store/database.ts';
import { db } from '../outbox.ts';

const KEY = 'current';

/** The session of whoever is signed in on this device; null when nobody is. Rejects when the browser can't tell. */
export const readSession = (): Promise<StoredSession | null> => withReopen(async () => (await db.session.get(KEY)) ?? null);

/** A session as it is kept, from the moment `now` when it was given. */
export function toStored({ accessToken, refreshToken, lifetimeMs, user }: Session, now: number): StoredSession {
  return { accessToken, refreshToken, renewedAt: now, expiresAt: now + lifetimeMs, user };
}

/** Signs somebody in on this device. Rejects where the browser keeps nothing. */
export async function writeSession(session: StoredSession): Promise<void> {
  await db.session.put(session, KEY);
}

/** Puts a session in the place of the one it was renewed from; false when that one is no longer there. */
export function replaceSession(old: StoredSession, renewed: StoredSession): Promise<boolean> {
  return db.transaction('rw', db.session, async () => {
    if ((await readSession())?.refreshToken !== old.refreshToken) return false;
    await db.session.put(renewed, KEY);
    return true;
  });
}

/** Signs this device out. Rejects when the browser could not. */
export const forgetSession = (): Promise<void> => withReopen(() => db.session.delete(KEY));

/** Calls when this tab begins to listen, and after every change of the session, made in this tab or in another one. */
export function onSessionChange(listener: () => void): void {
  liveQuery(readSession).subscribe(listener, listener);
}
