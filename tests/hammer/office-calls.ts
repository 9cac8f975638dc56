import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import type { User } from './portal/users.ts';
import type { Server } from './server.ts';

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

  /** The bytes of a stored file; null if the server has none. */
  async file(path: string): Promise<Uint8Array | null> {
    const { status, body } = await this.#ask(`/storage/v1/object/${path}`);
    return status < 400 ? body : null;
  }

  async #ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Buffer }> {
    for (;;) {
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
      else if (answer && answer.status < 500) return answer;
    }
  }
}
