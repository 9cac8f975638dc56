import { randomBytes, randomUUID } from 'node:crypto';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { drawQrCode } from './qr-code.ts';
import { claimsOf, type Claims } from './sessions.ts';
import { addMethod, factorsOf, makeToken, TOKEN_SECONDS } from './tokens.ts';
import { isCodeOf, toBase32 } from './totp.ts';

/** As hosted, in seconds: of a challenge, and of a factor without a challenge. */
const EXPIRY_SECONDS = 300;
const MOST_FACTORS = 10;
/** The time in which a code can be valid: its own step, and one of tolerance before and after. */
const CODE_SECONDS = 90;

type Driver = PgliteConnection['driver'];
type Transaction = Pick<Driver, 'query'>;

interface Factor {
  id: string;
  status: 'unverified' | 'verified';
  secret: string;
}

interface Caller {
  claims: Claims;
  email: string;
  isAal2: boolean;
}

/**
 * The second factor of Supabase Auth (internal/api/mfa.go), which @supabase/lite lacks: /factors of
 * the signed-in user, and of /admin/users. Undefined for other requests.
 */
export async function serveFactors(
  connection: PgliteConnection,
  jwtSecret: string,
  request: Request,
): Promise<Response | undefined> {
  const path = authPath(request) ?? '';
  const { driver } = connection;
  const [isAdmin, userId = '', ofUser] =
    /^\/admin\/users\/([^/]+)\/factors(?:\/([^/]+))?$/.exec(path) ?? [];
  if (isAdmin !== undefined)
    return ofUser === undefined
      ? Response.json((await factorsOf(driver, userId)) ?? [])
      : removeOf(driver, userId, ofUser);

  const [isOwn, id, action] = /^\/factors(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (isOwn === undefined) return undefined;
  const caller = await findCaller(driver, request);
  if (caller === null)
    return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (id === undefined) return enroll(driver, caller, new URL(request.url).host);
  const factor = await findFactor(driver, caller.claims.sub, id);
  if (factor === undefined) return factorNotFound();
  if (action === 'challenge') return challenge(driver, factor, addressOf(request));
  if (action === 'verify') return verify(driver, jwtSecret, { caller, factor, request });
  return unenroll(driver, caller, factor);
}

const factorNotFound = () => refuse(404, 'mfa_factor_not_found', 'Factor not found');

/** The last hop is the connection's own address. */
const addressOf = (request: Request): string =>
  request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '127.0.0.1';

async function findCaller(driver: Driver, request: Request): Promise<Caller | null> {
  const claims = claimsOf(request);
  if (!claims) return null;
  const { rows } = await driver.query<{ email: string; aal: string | null }>(
    `select u.email, s.aal from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1 and u.id = $2`,
    [claims.session_id, claims.sub],
  );
  const [row] = rows;
  return row ? { claims, email: row.email, isAal2: row.aal === 'aal2' } : null;
}

async function findFactor(driver: Driver, userId: string, id: string): Promise<Factor | undefined> {
  const { rows } = await driver.query<Factor>(
    'select id, status, secret from auth.mfa_factors where user_id = $1 and id = $2',
    [userId, id],
  );
  return rows[0];
}

async function enroll(
  driver: Driver,
  { claims: { sub }, email, isAal2 }: Caller,
  issuer: string,
): Promise<Response> {
  await driver.query(
    `delete from auth.mfa_factors f where status <> 'verified' and created_at < now() - make_interval(secs => $1)
       and not exists (select from auth.mfa_challenges where factor_id = f.id)`,
    [EXPIRY_SECONDS],
  );
  const factors = (await factorsOf(driver, sub)) ?? [];
  if (factors.some(({ friendly_name }) => friendly_name === ''))
    return refuse(
      422,
      'mfa_factor_name_conflict',
      'A factor with the friendly name "" for this user already exists',
    );
  if (factors.length >= MOST_FACTORS)
    return refuse(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  if (factors.some(({ status }) => status === 'verified') && !isAal2)
    return refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  const id = randomUUID();
  const secret = toBase32(randomBytes(20));
  await driver.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, '', 'totp', 'unverified', now(), now(), $3)`,
    [id, sub, secret],
  );
  const label = encodeURIComponent(`${issuer}:${email}`)
    .replaceAll('%40', '@')
    .replaceAll('%3A', ':');
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: '6',
    issuer,
    period: '30',
    secret,
  });
  const uri = `otpauth://totp/${label}?${query}`;
  return Response.json({
    id,
    type: 'totp',
    friendly_name: '',
    totp: { qr_code: drawQrCode(uri), secret, uri },
  });
}

async function challenge(driver: Driver, { id }: Factor, address: string): Promise<Response> {
  const challengeId = randomUUID();
  await driver.query(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)',
    [challengeId, id, address],
  );
  await driver.query(
    'update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1',
    [id],
  );
  const expires = Math.floor(Date.now() / 1000) + EXPIRY_SECONDS;
  return Response.json({ id: challengeId, type: 'totp', expires_at: expires });
}

interface Attempt {
  caller: Caller;
  factor: Factor;
  request: Request;
}

async function verify(
  driver: Driver,
  jwtSecret: string,
  { caller, factor, request }: Attempt,
): Promise<Response> {
  const { challenge_id, code } = await readBody(request);
  if (code === '') return refuse(400, 'validation_failed', 'Code needs to be non-empty');
  const { rows } = await driver.query<{ is_open: boolean; is_expired: boolean }>(
    `select verified_at is null and ip_address = $3::inet as is_open,
       created_at < now() - make_interval(secs => $4) as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challenge_id, factor.id, addressOf(request), EXPIRY_SECONDS],
  );
  const [found] = rows;
  if (!found)
    return refuse(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    );
  if (!found.is_open)
    return refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (found.is_expired)
    return refuse(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${String(challenge_id)} has expired, verify against another challenge or create a new challenge.`,
    );
  if (!isCodeOf(factor.secret, String(code), Date.now()) || (await wasUsed(driver, factor, code)))
    return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  await driver.query(
    'update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1',
    [challenge_id, code],
  );
  return driver.transaction((transaction) => raise(transaction, jwtSecret, caller, factor));
}

/** A code is accepted once (RFC 6238, 5.2), which hosted Auth does not check. */
async function wasUsed(driver: Driver, { id }: Factor, code: unknown): Promise<boolean> {
  const { rows } = await driver.query(
    `select from auth.mfa_challenges
     where factor_id = $1 and otp_code = $2 and verified_at > now() - make_interval(secs => $3)`,
    [id, code, CODE_SECONDS],
  );
  return rows.length > 0;
}

/** Raises the session to aal2, and ends the user's sessions below. Returns its new tokens. */
async function raise(
  driver: Transaction,
  jwtSecret: string,
  { claims: { sub, session_id }, email }: Caller,
  { id }: Factor,
): Promise<Response> {
  const refreshToken = randomBytes(12).toString('base64url');
  await driver.query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`,
    [id],
  );
  await addMethod(driver, session_id, 'totp');
  await driver.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
    session_id,
    id,
  ]);
  await driver.query(
    `with used as (
       update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked returning token
     )
     insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent)
     values ($2, $3, $4, $1, false, (select token from used limit 1))`,
    [session_id, randomUUID(), refreshToken, sub],
  );
  await driver.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [sub]);
  await driver.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = 'totp'`,
    [sub],
  );
  const { rows } = await driver.query<Record<string, unknown>>(
    `select id, 'authenticated' as aud, 'authenticated' as role, email, raw_app_meta_data as app_metadata,
       raw_user_meta_data as user_metadata, created_at, updated_at from auth.users where id = $1`,
    [sub],
  );
  const claims = { sub, aud: 'authenticated', role: 'authenticated', email, session_id };
  return Response.json({
    access_token: await makeToken(driver, jwtSecret, claims),
    token_type: 'bearer',
    expires_in: TOKEN_SECONDS,
    expires_at: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: { ...rows[0], factors: await factorsOf(driver, sub) },
  });
}

async function unenroll(
  driver: Driver,
  { isAal2 }: Caller,
  { id, status }: Factor,
): Promise<Response> {
  if (status === 'verified' && !isAal2)
    return refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await driver.transaction((transaction) => remove(transaction, id));
  return Response.json({ id });
}

async function removeOf(driver: Driver, userId: string, id: string): Promise<Response> {
  const factor = (await factorsOf(driver, userId))?.find((one) => one['id'] === id);
  if (!factor) return factorNotFound();
  await driver.transaction((transaction) => remove(transaction, id));
  return Response.json(factor);
}

/** Removes the factor; the sessions that it raised are aal1 again. */
async function remove(driver: Transaction, id: string): Promise<void> {
  await driver.query('delete from auth.mfa_factors where id = $1', [id]);
  await driver.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [id],
  );
  await driver.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`,
    [id],
  );
}
