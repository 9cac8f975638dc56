import type { TokenSource } from '../../../src/core/server/signed-in.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import { ADMIN } from '../office.ts';
import type { Server } from '../server.ts';

/** An administrator of the server, and the source of their devices' tokens. */
export interface User {
  id: string;
  token: TokenSource;
}

/** Creates an administrator with the first one's password. */
export async function makeAdministrator(server: Server, email: string): Promise<User> {
  await server.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select gen_random_uuid(), $1, encrypted_password, now(), raw_app_meta_data, raw_user_meta_data from auth.users where email = $2
     on conflict do nothing`,
    [email, ADMIN.email],
  );
  const [user] = await server.query<{ id: string }>('select id from auth.users where email = $1', [
    email,
  ]);
  if (!user) throw new Error(`${email} could not be made`);
  await server.query(
    `insert into private.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
    [user.id],
  );
  return { id: user.id, token: createTokenSource(server, email, user.id) };
}

export const takeRole = (server: Server, { id }: User) =>
  server.query('delete from private.user_roles where user_id = $1', [id]);

/** A token lasts for an hour. */
const FRESH_MS = 50 * 60_000;

/**
 * Signs in when a token is requested and none is fresh enough. A dead server does not sign the user
 * out.
 */
function createTokenSource(server: Server, email: string, userId: string): TokenSource {
  let kept: { token: string; until: number } | null = null;
  return async ({ refused }) => {
    if (!kept || refused === kept.token || Date.now() > kept.until) {
      const token = await signIn(server.url, email).catch(() => null);
      kept = token === null ? null : { token, until: Date.now() + FRESH_MS };
    }
    return kept
      ? { outcome: 'token', token: kept.token, userId }
      : { outcome: 'retry', reason: 'offline' };
  };
}

export async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ADMIN.password }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`${email} could not sign in: HTTP ${response.status}`);
  return token;
}
