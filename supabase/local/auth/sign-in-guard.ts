import { randomUUID } from 'node:crypto';
import { compare } from 'bcryptjs';
import type { LocalDatabase } from '../database/open-database.ts';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { hashPassword, isTooLong } from './users.ts';

/** The wrong passwords and codes that one address may try in five minutes. */
const MOST_WRONG = 30;
const WINDOW_MS = 5 * 60_000;

/** Serves a request, unless too many wrong passwords and codes came from `client`. */
type SignInGuard = (
  request: Request,
  client: string,
  serve: () => Promise<Response>,
) => Promise<Response>;

/**
 * Limits wrong passwords and codes by address alone, so that guesses from elsewhere lock no owner
 * out. Fixes @supabase/lite, which answers sooner for an unknown account.
 */
export function createSignInGuard({ query }: Pick<LocalDatabase, 'query'>): SignInGuard {
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

  return async (request, client, serve) => {
    const path = request.method === 'POST' ? (authPath(request) ?? '') : '';
    const { email, password } = path === '/token' ? await readBody(request) : {};
    const isPassword = typeof email === 'string' && typeof password === 'string';
    if (!isPassword && !/^\/factors\/[^/]+\/verify$/.test(path)) return serve();
    if (performance.now() - begun >= WINDOW_MS) {
      wrong.clear();
      begun = performance.now();
    }
    const count = (by: number) => wrong.set(client, (wrong.get(client) ?? 0) + by);
    if ((wrong.get(client) ?? 0) >= MOST_WRONG)
      return refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
    // Counted before the check, because many attempts may come at once.
    count(1);
    if (isPassword && !(await isRight(email, password)))
      return refuse(400, 'invalid_credentials', 'Invalid login credentials');
    const response = await serve();
    if (response.ok) count(-1);
    return response;
  };
}
