import { vi } from 'vitest';
import type { StoredSession } from '../../../src/core/store/device-schema.ts';
import { Database } from '../../../src/core/store/database.ts';
import { createFakeLocks } from './fake-locks.ts';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const ISLA = {
  id: '00000000-0000-4000-8000-00000000000a',
  email: 'isla@example.com',
  displayName: 'Isla Bute',
};
export const RONA = {
  id: '00000000-0000-4000-8000-00000000000b',
  email: 'rona@example.com',
  displayName: 'Rona Skye',
};

export const aSession = (changes: Partial<StoredSession> = {}): StoredSession => {
  const renewedAt = Date.now() - 10 * MINUTE;
  return {
    accessToken: 'token-1',
    refreshToken: 'refresh-1',
    renewedAt,
    expiresAt: renewedAt + 60 * MINUTE,
    user: ISLA,
    ...changes,
  };
};

/** A user whose token expired an hour ago. */
export const anExpiredSession = () =>
  aSession({ renewedAt: Date.now() - 120 * MINUTE, expiresAt: Date.now() - 60 * MINUTE });

export const json = (status: number, body: unknown) => Response.json(body, { status });
export const page = (status: number) =>
  new Response('<h1>Sign in to our network</h1>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Supabase Auth's answer to a password or a refresh token. */
export const granted = (token: string, { id, email, displayName } = ISLA) =>
  json(200, {
    access_token: token,
    refresh_token: `refresh-of-${token}`,
    expires_in: 3600,
    user: { id, email, user_metadata: { full_name: displayName } },
  });

export const refused = (code: string, msg: string) =>
  json(400, { code: 400, error_code: code, msg });

type Handler = (request: Request) => Response | Promise<Response>;

const device = new Database();
let lastTab: Database | null = null;

/**
 * The browser parts that the portal's session needs: a database that holds the session `stored`,
 * Web Locks, and a network with answers by the end of a path; other paths find no connection.
 * Modules are loaded anew, as in a new tab, and the previous tab is closed.
 */
export async function openTab(
  answers: Record<string, Handler>,
  stored: StoredSession | null = null,
) {
  const requests: string[] = [];
  lastTab?.close();
  await device.session.clear();
  if (stored) await device.session.put(stored, 'current');
  const { locks, locksOf } = createFakeLocks();
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
  vi.stubGlobal('location', { origin: 'https://site.example' });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const [path, answer] = Object.entries(answers).find(([end]) => request.url.endsWith(end)) ?? [];
    if (!path || !answer) throw new TypeError('fetch failed');
    requests.push(path);
    return answer(request);
  });
  vi.resetModules();
  const [session, tokens, roles, signIns, account, factor, database] = await Promise.all([
    import('../../../src/runtime/auth/session.ts'),
    import('../../../src/runtime/auth/token-source.ts'),
    import('../../../src/runtime/auth/verify-role.ts'),
    import('../../../src/runtime/auth/sign-in.ts'),
    import('../../../src/runtime/auth/account.ts'),
    import('../../../src/runtime/auth/second-factor.ts'),
    import('../../../src/runtime/database.ts'),
  ]);
  const { db } = database;
  lastTab = db;
  return {
    requests,
    locksOf,
    db,
    /** The stored session, which another tab may have changed. */
    readSession: async () => (await db.session.get('current')) ?? null,
    /** Stores a session as another tab does. */
    writeSession: (next: StoredSession) => db.session.put(next, 'current'),
    startAuth: () => session.startSession(roles.verifyRole),
    ...session,
    ...tokens,
    ...roles,
    ...signIns,
    ...account,
    ...factor,
  };
}
