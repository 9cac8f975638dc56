import type { PgliteConnection } from '@supabase/lite/pglite';
import { readBody, refuse } from './auth-answers.ts';

/** As hosted: how long a used refresh token may be used again, for two tabs that renew at once. */
const REUSE_SECONDS = 10;
/** As hosted: a session of this age may not change the password. */
const RECENT_HOURS = 24;

/**
 * Fixes @supabase/lite, where a used refresh token works forever. After the reuse interval it is
 * refused and its session ends, because somebody else may hold it. Undefined for every other token,
 * which the service judges.
 */
export async function refuseUsedToken(
  { driver }: PgliteConnection,
  request: Request,
): Promise<Response | undefined> {
  const { refresh_token: token } = await readBody(request);
  if (typeof token !== 'string') return undefined;
  const { rows } = await driver.query<{ session_id: string }>(
    `select session_id from auth.refresh_tokens
     where token = $1 and revoked and updated_at < now() - make_interval(secs => $2)`,
    [token, REUSE_SECONDS],
  );
  const [used] = rows;
  if (!used) return undefined;
  await driver.query('delete from auth.sessions where id = $1', [used.session_id]);
  return refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/**
 * Changes a user through `next`. Fixes @supabase/lite, where a session of last week, or one without
 * the code of the second factor, may change the password and the user's other sessions survive the
 * change.
 */
export async function changeUser(
  { driver }: PgliteConnection,
  request: Request,
  next: () => Promise<Response>,
): Promise<Response> {
  const { password } = await readBody(request);
  const claims = claimsOf(request);
  if (typeof password !== 'string' || !claims) return next();
  const isCodeMissing = await driver.query(
    `select from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status = 'verified'
     where s.id = $1 and s.aal is distinct from 'aal2'`,
    [claims.session_id],
  );
  if (isCodeMissing.rows.length > 0)
    return refuse(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  const { rows } = await driver.query(
    'select from auth.sessions where id = $1 and created_at < now() - make_interval(hours => $2)',
    [claims.session_id, RECENT_HOURS],
  );
  if (rows.length > 0)
    return refuse(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const response = await next();
  if (response.ok)
    await driver.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      claims.sub,
      claims.session_id,
    ]);
  return response;
}

export interface Claims {
  sub: string;
  session_id: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The claims of the request's token, not verified; the service verifies it. */
export function claimsOf(request: Request): Claims | undefined {
  const [, payload = ''] = request.headers.get('authorization')?.split('.') ?? [];
  try {
    const { sub, session_id } = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as Partial<Claims>;
    return UUID.test(sub ?? '') && UUID.test(session_id ?? '')
      ? { sub: sub ?? '', session_id: session_id ?? '' }
      : undefined;
  } catch {
    return undefined;
  }
}
