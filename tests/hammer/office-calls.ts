import type { TokenSource } from '../../src/core/server/signed-in.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import type { Server } from './server.ts';

/** The administrator whom the server makes at its start. */
export const ADMIN = { email: 'office@example.com', password: 'a-password-for-the-hammer' };

/** An administrator of the server, and the source of their devices' tokens. */
export interface User {
  id: string;
  token: TokenSource;
}

/** Creates an administrator with the first one's password, or finds the one with this address. */
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

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ADMIN.password }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (!token) throw new Error(`${email} could not sign in: HTTP ${response.status}`);
  return token;
}

/** A server that still has a fault after so many requests has one of its own. */
const MOST_FAULTS = 50;

/** Requests of an administrator, repeated until the server answers them. */
export class OfficeCalls {
  readonly #server: Server;
  readonly #user: User;
  #refused: string | null = null;

  constructor(server: Server, user: User) {
    this.#server = server;
    this.#user = user;
  }

  /** Calls a function of the database. Throws if the server refuses the call. */
  async call<T>(name: string, args: object): Promise<T> {
    const response = await this.#ask(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    const text = response.body.toString();
    if (response.status >= 400) throw new Error(`${name}: HTTP ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Stores a file, unless it is there. */
  async store(path: string, type: string, bytes: ArrayBuffer): Promise<void> {
    const { status, body } = await this.#ask(`/storage/v1/object/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: bytes,
    });
    const text = body.toString();
    if (status >= 400 && !text.includes('Duplicate'))
      throw new Error(`${path}: HTTP ${status}: ${text}`);
  }

  /** The bytes of a stored file; null if the server has none. */
  async file(path: string): Promise<Uint8Array | null> {
    const { status, body } = await this.#ask(`/storage/v1/object/${path}`);
    return status < 400 ? body : null;
  }

  async #ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Buffer }> {
    for (let faults = 0; ;) {
      await this.#server.whenUp();
      const token = await this.#user.token({ refused: this.#refused });
      if (token.outcome !== 'token') continue;
      const headers = {
        ...(init.headers as Record<string, string> | undefined),
        apikey: LOCAL_PUBLISHABLE_KEY,
        authorization: `Bearer ${token.token}`,
      };
      const answer = await fetch(`${this.#server.url}${path}`, { ...init, headers })
        .then(async (response) => ({
          status: response.status,
          body: Buffer.from(await response.arrayBuffer()),
        }))
        .catch(() => null);
      if (answer?.status === 401) this.#refused = token.token;
      else if (answer && (answer.status < 500 || ++faults === MOST_FAULTS)) return answer;
    }
  }
}
