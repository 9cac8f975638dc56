import { randomBytes } from 'node:crypto';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { serveFactors } from './factors.ts';
import { changeUser, refuseUsedToken } from './sessions.ts';
import { withAssurance, withFactors, type Fetch } from './tokens.ts';
import {
  findUser,
  hashPassword,
  insertUser,
  isTooLong,
  MAX_PASSWORD_BYTES,
  MIN_PASSWORD_LENGTH,
} from './users.ts';

/** The target of links in mails, on the API's origin. Hosted, config.toml sets it as `site_url`. */
export const PORTAL_PATH = '/admin/';

/**
 * Serves a request through `fetch`, and adds rules of the hosted authentication service that
 * @supabase/lite lacks. The caller must hold the database's session.
 */
export async function applyAuthRules(
  connection: PgliteConnection,
  request: Request,
  fetch: Fetch,
  jwtSecret: string,
): Promise<Response> {
  const path = authPath(request);
  if (path === undefined) return fetch(request);
  const refused = refusePassword(await readBody(request));
  if (refused && path !== '/token') return refused;
  switch (`${request.method} ${path}`) {
    case 'POST /token':
      return (
        (await refuseUsedToken(connection, request)) ??
        withAssurance(connection, jwtSecret, request, fetch)
      );
    case 'POST /verify':
      return withAssurance(connection, jwtSecret, request, fetch);
    case 'GET /user':
      return withFactors(connection, await fetch(request));
    case 'PUT /user':
      return withFactors(connection, await changeUser(connection, request, fetch));
    case 'POST /admin/generate_link':
      return generateLink(connection, request);
    case 'POST /admin/users':
      return createUser(connection, request);
  }
  const ofFactors = await serveFactors(connection, jwtSecret, request, fetch);
  if (ofFactors) return ofFactors;
  const [, id] = /^\/admin\/users\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return fetch(request);
  return request.method === 'DELETE'
    ? deleteUser(connection, id)
    : setPassword(connection, request, id);
}

/** Refuses a new password of a wrong length with the hosted service's answer. */
function refusePassword({ password }: Record<string, unknown>): Response | undefined {
  if (typeof password !== 'string') return undefined;
  if (isTooLong(password))
    return refuse(
      400,
      'validation_failed',
      `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    );
  return password.length < MIN_PASSWORD_LENGTH
    ? refuse(
        422,
        'weak_password',
        `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`,
        {
          weak_password: { reasons: ['length'] },
        },
      )
    : undefined;
}

interface NewAccount {
  email: string;
  password: string;
  email_confirm?: boolean;
  user_metadata?: Record<string, string>;
}

/**
 * `POST /admin/users`, which @supabase/lite lacks: with sign-up closed, the only way to create a
 * user over the API.
 */
async function createUser({ driver }: PgliteConnection, request: Request): Promise<Response> {
  const account = (await request.json()) as NewAccount;
  const { email, password, email_confirm, user_metadata: metadata = {} } = account;
  if (await findUser(driver, email))
    return refuse(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    );
  const id = await driver.transaction((transaction) =>
    insertUser(transaction, { email, password, metadata, isConfirmed: email_confirm === true }),
  );
  return Response.json({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: email.toLowerCase(),
    user_metadata: metadata,
  });
}

/**
 * `PUT /admin/users/<id>`, for `npm run admin` only: sets a new password for a confirmed address
 * and ends the user's sessions.
 */
async function setPassword(
  { driver }: PgliteConnection,
  request: Request,
  id: string,
): Promise<Response> {
  const { password } = (await request.json()) as { password: string };
  const { rows } = await driver.query<{ id: string; email: string }>(
    `with ended as (delete from auth.sessions where user_id::text = $1)
     update auth.users set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
     where id::text = $1 returning id, email`,
    [id, await hashPassword(password)],
  );
  return rows[0]
    ? Response.json({ ...rows[0], aud: 'authenticated', role: 'authenticated' })
    : userNotFound();
}

/**
 * `POST /admin/generate_link`, for `npm run admin` only: a link for a new password, without a mail.
 * Its token is random: @supabase/lite derives its own from the address and a short code.
 */
async function generateLink({ driver }: PgliteConnection, request: Request): Promise<Response> {
  const { email } = (await request.json()) as { email: string };
  const token = randomBytes(28).toString('hex');
  const { rows } = await driver.query<{ id: string; email: string }>(
    `update auth.users set recovery_token = $2, recovery_sent_at = now() where lower(email) = lower($1) returning id, email`,
    [email, token],
  );
  if (!rows[0]) return refuse(404, 'user_not_found', 'User with this email not found');
  const query = new URLSearchParams({ token, type: 'recovery' });
  return Response.json({
    ...rows[0],
    action_link: `${new URL(request.url).origin}/auth/v1/verify?${query}`,
    hashed_token: token,
    verification_type: 'recovery',
    redirect_to: PORTAL_PATH,
  });
}

/** `DELETE /admin/users/<id>`: removes the user and their sessions and rights. */
async function deleteUser({ driver }: PgliteConnection, id: string): Promise<Response> {
  const { rows } = await driver.query('delete from auth.users where id::text = $1 returning id', [
    id,
  ]);
  return rows[0] ? Response.json({}) : userNotFound();
}

const userNotFound = () => refuse(404, 'user_not_found', 'User not found');
