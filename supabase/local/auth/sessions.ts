import type { PgliteConnection } from '@supabase/lite/pglite';
import { readBody, refuse } from './auth-answers.ts';
import { claimsOf, type Fetch } from './tokens.ts';

/** As hosted: how long a used refresh token may be used again, for two tabs that renew at once. */
const REUSE_SECONDS = 10;
/** As hosted: a session of this age may not change the password. */
const RECENT_HOURS = 24;

/**
 * Fixes @supabase/lite, where a used refresh token works forever. After the reuse interval it is
 * refused and its session ends, because somebody else may hold it.
 */
export async function refuseUsedToken(
  { driver }: PgliteConnection,
  request: Request,
): Promise<Response | undefined> {
  const { refresh_token: token } = await readBody(request);
  if (typeof token !== 'string') return undefined;
  const { rows } = await driver.query(
    `delete from auth.sessions where id in (select session_id from auth.refresh_tokens
       where token = $1 and revoked and updated_at < now() - make_interval(secs => $2)) returning id`,
    [token, REUSE_SECONDS],
  );
  return rows.length > 0
    ? refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    : undefined;
}

/**
 * Changes a user. Fixes @supabase/lite, where a session of last week, or one without the code of the
 * second factor, may change the password, and the user's other sessions survive the change.
 */
export async function changeUser(
  { driver }: PgliteConnection,
  request: Request,
  fetch: Fetch,
): Promise<Response> {
  const { sub, session_id } = claimsOf(request);
  const { rows } = await driver.query<{ is_old: boolean; lacks_code: boolean }>(
    `select s.created_at < now() - make_interval(hours => $2) as is_old,
       s.aal is distinct from 'aal2' and exists (
         select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as lacks_code
     from auth.sessions s where s.id = $1`,
    [session_id, RECENT_HOURS],
  );
  const [session] = rows;
  if (session?.lacks_code)
    return refuse(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  if (session?.is_old)
    return refuse(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const response = await fetch(request);
  if (response.ok)
    await driver.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      sub,
      session_id,
    ]);
  return response;
}
