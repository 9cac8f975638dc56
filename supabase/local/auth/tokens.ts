import { randomUUID } from 'node:crypto';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { decode, sign } from 'hono/jwt';
import { readBody } from './auth-answers.ts';

type Driver = Pick<PgliteConnection['driver'], 'query'>;
type Json = Record<string, unknown>;

/** Serves a request by @supabase/lite. */
export type Fetch = (request: Request) => Promise<Response>;

export interface Claims {
  sub: string;
  session_id: string;
}

/** The claims of a token that the gate has verified. */
export const claimsOf = (request: Request): Claims =>
  decode((request.headers.get('authorization') ?? '').replace('Bearer ', '')).payload as never;

/** The claims `aal` and `amr` of a session. */
async function assuranceOf(driver: Driver, sessionId: string): Promise<object> {
  const { rows } = await driver.query<{ method: string; timestamp: number }>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return { aal: rows.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1', amr: rows };
}

/** Records how the session's user has proved who they are. */
export async function addMethod(driver: Driver, sessionId: string, method: string): Promise<void> {
  await driver.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), $3)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [randomUUID(), sessionId, method],
  );
}

/** The user's factors as the service returns them; none is undefined. */
export async function factorsOf(driver: Driver, userId: string): Promise<Json[] | undefined> {
  const { rows } = await driver.query<Json>(
    `select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
     from auth.mfa_factors where user_id = $1 order by created_at`,
    [userId],
  );
  return rows.length > 0 ? rows : undefined;
}

/** Adds the factors to the response with a user; @supabase/lite knows none. */
export async function withFactors({ driver }: PgliteConnection, response: Response) {
  if (!response.ok) return response;
  const user = (await response.json()) as { id: string };
  return Response.json({ ...user, factors: await factorsOf(driver, user.id) }, response);
}

/**
 * Serves a request for a session, and adds the claims `aal` and `amr` and the user's factors;
 * @supabase/lite knows neither.
 */
export async function withAssurance(
  { driver }: PgliteConnection,
  secret: string,
  request: Request,
  fetch: Fetch,
): Promise<Response> {
  const { password, token_hash } = await readBody(request);
  const response = await fetch(request);
  if (!response.ok) return response;
  const session = (await response.json()) as { access_token: string; user: { id: string } };
  const claims = decode(session.access_token).payload as unknown as Claims;
  if (password !== undefined) await addMethod(driver, claims.session_id, 'password');
  if (token_hash !== undefined) await addMethod(driver, claims.session_id, 'otp');
  const assured = { ...claims, ...(await assuranceOf(driver, claims.session_id)) };
  return Response.json(
    {
      ...session,
      access_token: await sign(assured, secret, 'HS256'),
      user: { ...session.user, factors: await factorsOf(driver, session.user.id) },
    },
    response,
  );
}
