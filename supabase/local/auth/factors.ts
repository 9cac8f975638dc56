import { randomUUID } from 'node:crypto';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { authPath, readBody, refuse } from './auth-answers.ts';
import {
  addMethod,
  claimsOf,
  factorsOf,
  withAssurance,
  type Claims,
  type Fetch,
} from './tokens.ts';

/** As hosted, in seconds: of a challenge, and of a factor without a challenge. */
const EXPIRY_SECONDS = 300;

type Driver = PgliteConnection['driver'];

interface Factor {
  id: string;
  status: 'unverified' | 'verified';
  secret: string;
}

interface Caller extends Claims {
  email: string;
  aal: string | null;
}

/**
 * The second factor of Supabase Auth (internal/api/mfa.go), which @supabase/lite lacks: /factors of
 * the signed-in user, and of /admin/users. Undefined for other requests.
 */
export async function serveFactors(
  connection: PgliteConnection,
  jwtSecret: string,
  request: Request,
  fetch: Fetch,
): Promise<Response | undefined> {
  const { driver } = connection;
  const [, userId, id, action] =
    /^(?:\/admin\/users\/([^/]+))?\/factors(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      authPath(request) ?? '/',
    ) ?? ['', '', '', 'none'];
  if (action === 'none') return undefined;
  if (userId !== undefined)
    return id === undefined
      ? Response.json((await factorsOf(driver, userId)) ?? [])
      : removeOf(driver, userId, id);

  const caller = await findCaller(driver, claimsOf(request));
  if (caller === undefined)
    return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  if (id === undefined) return enroll(driver, caller, new URL(request.url).host);
  const { rows } = await driver.query<Factor>(
    'select id, status, secret from auth.mfa_factors where user_id = $1 and id = $2',
    [caller.sub, id],
  );
  const [factor] = rows;
  if (factor === undefined) return factorNotFound();
  if (action === 'challenge') return challenge(driver, factor);
  if (action === undefined) return unenroll(driver, caller, factor);
  const refused = await refuseCode(driver, factor, await readBody(request));
  if (refused) return refused;
  const renewal = new Request(new URL('/auth/v1/token?grant_type=refresh_token', request.url), {
    method: 'POST',
    headers: {
      apikey: request.headers.get('apikey') ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ refresh_token: await raise(caller, factor, driver) }),
  });
  return withAssurance(connection, jwtSecret, renewal, fetch);
}

const factorNotFound = () => refuse(404, 'mfa_factor_not_found', 'Factor not found');

async function findCaller(driver: Driver, claims: Claims): Promise<Caller | undefined> {
  const { rows } = await driver.query<Pick<Caller, 'email' | 'aal'>>(
    `select u.email, s.aal from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [claims.session_id],
  );
  return rows[0] && { ...claims, ...rows[0] };
}

async function enroll(
  driver: Driver,
  { sub, email, aal }: Caller,
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
  if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2')
    return refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  const id = randomUUID();
  const totp = new TOTP({ issuer, label: email, secret: new Secret({ size: 20 }) });
  const secret = totp.secret.base32;
  await driver.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $2, '', 'totp', 'unverified', now(), now(), $3)`,
    [id, sub, secret],
  );
  const uri = totp.toString();
  return Response.json({
    id,
    type: 'totp',
    friendly_name: '',
    totp: { qr_code: renderSVG(uri, { border: 4 }), secret, uri },
  });
}

async function challenge(driver: Driver, { id }: Factor): Promise<Response> {
  const challengeId = randomUUID();
  await driver.query(
    `with challenged as (update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), '127.0.0.1')`,
    [challengeId, id],
  );
  const expires = Math.floor(Date.now() / 1000) + EXPIRY_SECONDS;
  return Response.json({ id: challengeId, type: 'totp', expires_at: expires });
}

/** Uses the challenge up if the code is right. */
async function refuseCode(
  driver: Driver,
  { id, secret }: Factor,
  { challenge_id, code }: Record<string, unknown>,
): Promise<Response | undefined> {
  const { rows } = await driver.query<{ is_expired: boolean }>(
    `select verified_at is not null or created_at < now() - make_interval(secs => $3) as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challenge_id, id, EXPIRY_SECONDS],
  );
  const [found] = rows;
  if (!found)
    return refuse(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    );
  if (found.is_expired)
    return refuse(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${String(challenge_id)} has expired`,
    );
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  if (totp.validate({ token: String(code), window: 1 }) === null)
    return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  await driver.query('update auth.mfa_challenges set verified_at = now() where id = $1', [
    challenge_id,
  ]);
  return undefined;
}

/** Raises the session to aal2, and ends the user's sessions below. Returns its refresh token. */
const raise = ({ sub, session_id }: Caller, { id }: Factor, driver: Driver) =>
  driver.transaction(async (transaction) => {
    await addMethod(transaction, session_id, 'totp');
    await transaction.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`,
      [id],
    );
    await transaction.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
      session_id,
      id,
    ]);
    await transaction.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [sub]);
    await transaction.query(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`,
      [sub],
    );
    const { rows } = await transaction.query<{ token: string }>(
      'select token from auth.refresh_tokens where session_id = $1 and not revoked',
      [session_id],
    );
    return rows[0]?.token;
  });

async function unenroll(driver: Driver, { aal }: Caller, { id, status }: Factor) {
  if (status === 'verified' && aal !== 'aal2')
    return refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await remove(driver, id);
  return Response.json({ id });
}

async function removeOf(driver: Driver, userId: string, id: string): Promise<Response> {
  const factor = (await factorsOf(driver, userId))?.find((one) => one['id'] === id);
  if (!factor) return factorNotFound();
  await remove(driver, id);
  return Response.json(factor);
}

/** Removes the factor; the sessions that it raised are aal1 again. */
const remove = (driver: Driver, id: string) =>
  driver.query(
    `with factor as (delete from auth.mfa_factors where id = $1),
       lowered as (update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id)
     delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id in (select id from lowered)`,
    [id],
  );
