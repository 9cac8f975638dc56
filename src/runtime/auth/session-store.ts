import type { Session, User } from '../../core/backend/auth-backend.ts';

/** The session as this device keeps it. Times are milliseconds since 1970 on this device's clock. */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  renewedAt: number;
  expiresAt: number;
  user: User;
}

const KEY = 'portal-session';
const listeners = new Set<() => void>();

/** The session of whoever is signed in on this device; null when nobody is. */
export function readSession(): StoredSession | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredSession | null;
  } catch {
    return null;
  }
}

/** Throws where the browser keeps nothing. */
export function writeSession({ accessToken, refreshToken, lifetimeMs, user }: Session, now: number): StoredSession {
  const session = { accessToken, refreshToken, renewedAt: now, expiresAt: now + lifetimeMs, user };
  localStorage.setItem(KEY, JSON.stringify(session));
  tell();
  return session;
}

export function forgetSession(): void {
  localStorage.removeItem(KEY);
  tell();
}

/** Hears of every change of the session, made in this tab or in another one. */
export function onSessionChange(listener: () => void): void {
  if (listeners.size === 0) addEventListener('storage', ({ key }) => (key === KEY || key === null) && tell());
  listeners.add(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
