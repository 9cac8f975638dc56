import { randomUUID } from 'node:crypto';
import { compare } from 'bcryptjs';
import type { LocalDatabase } from '../database/open-database.ts';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { hashPassword, isTooLong } from './users.ts';

/** The wrong passwords and codes that one address may try in five minutes. */
const MOST_WRONG = 30;
const WINDOW_MS = 5 * 60_000;
const CODE_PATH = /^\/factors\/[^/]+\/verify$/;

/**
 * Serves a request, unless its password is wrong or too many wrong passwords and codes came from
 * `client`.
 */
type SignInGuard = (
  request: Request,
  client: string,
  serve: () => Promise<Response>,
) => Promise<Response>;

/**
 * Limits wrong passwords and codes by address alone, as the hosted service does, so that guesses from
 * elsewhere lock no owner out. Fixes @supabase/lite, which answers sooner for an unknown account.
 */
export function createSignInGuard({ query }: LocalDatabase): SignInGuard {
  const wrong = new Map<string, number>();
  let begun = performance.now();
  const decoy = hashPassword(randomUUID());

  async function isRight(email: string, password: string): Promise<boolean> {
    const [account] = await query<{ hash: string | null }>(
      'select encrypted_password as hash from auth.users where email = $1',
      [email.toLowerCase()],
    );
    const matches = await compare(password, account?.hash ?? (await decoy));
    return matches && Boolean(account?.hash) && !isTooLong(password);
  }

  const count = (client: string, by: number) => wrong.set(client, (wrong.get(client) ?? 0) + by);

  return async (request, client, serve) => {
    const path = request.method === 'POST' ? authPath(request) : undefined;
    const isCode = CODE_PATH.test(path ?? '');
    if (path !== '/token' && !isCode) return serve();
    // By the body alone, whatever grant the query names: the services parse queries differently.
    const { email, password } = await readBody(request);
    const isPassword = typeof email === 'string' && typeof password === 'string';
    if (!isCode && !isPassword) return serve();
    if (performance.now() - begun >= WINDOW_MS) {
      wrong.clear();
      begun = performance.now();
    }
    if ((wrong.get(client) ?? 0) >= MOST_WRONG) return tooMany(begun + WINDOW_MS);
    // Counted before the check, because many attempts may come at once.
    count(client, 1);
    if (isPassword) {
      if (!(await isRight(email, password)))
        return refuse(400, 'invalid_credentials', 'Invalid login credentials');
      count(client, -1);
      return serve();
    }
    const response = await serve();
    if (response.ok) count(client, -1);
    return response;
  };
}

function tooMany(until: number): Response {
  const response = refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
  response.headers.set('retry-after', String(Math.ceil((until - performance.now()) / 1000)));
  return response;
}
