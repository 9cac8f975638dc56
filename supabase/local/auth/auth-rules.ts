import type { PgliteConnection } from '@supabase/lite/pglite';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { changeUser, refuseUsedToken } from './sessions.ts';
import { findUser, MIN_PASSWORD_LENGTH, insertUser } from './users.ts';

interface AuthRules {
  connection: PgliteConnection;
  secretKey: string;
}

/**
 * Serves a request through `next`, after the rules of the hosted authentication service that @supabase/lite leaves out. The
 * caller must have the database's session alone.
 */
export async function applyAuthRules({ connection, secretKey }: AuthRules, request: Request, next: () => Promise<Response>): Promise<Response> {
  switch (`${request.method} ${authPath(request)}`) {
    case 'POST /otp':
    case 'POST /magiclink':
      return (await refuseStranger(connection, request)) ?? next();
    case 'POST /token':
      return (await refuseUsedToken(connection, request)) ?? next();
    case 'PUT /user':
      return changeUser(connection, request, next);
  }
  return authPath(request) === '/admin/users' ? createUser(connection, secretKey, request) : next();
}

/**
 * Stock behaviour mended: a one-time code asked for by somebody unknown makes them a user although sign-up is closed. Answers
 * the refusal; undefined for who is known.
 */
async function refuseStranger({ driver }: PgliteConnection, request: Request): Promise<Response | undefined> {
  const { email, create_user } = await readBody(request);
  if (typeof email === 'string' && (await findUser(driver, email))) return undefined;
  return create_user === false
    ? refuse(422, 'otp_disabled', 'Signups not allowed for otp')
    : refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const tooShort = () =>
  refuse(422, 'weak_password', `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`, { weak_password: { reasons: ['length'] } });

/**
 * `POST /admin/users`, which @supabase/lite does not have: with sign-up closed, the one way to make a user over the API. Only
 * whoever has the secret key may.
 */
async function createUser({ driver }: PgliteConnection, secretKey: string, request: Request): Promise<Response> {
  const key = request.headers.get('apikey');
  if (!key) return refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (key !== secretKey) return refuse(403, 'not_admin', 'User not allowed');
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });

  const { email, password, email_confirm, user_metadata } = await readBody(request);
  if (!isText(email) || !isText(password)) return refuse(400, 'validation_failed', 'Cannot create a user without an email and a password');
  if (password.length < MIN_PASSWORD_LENGTH) return tooShort();
  if (await findUser(driver, email)) return refuse(422, 'email_exists', 'A user with this email address has already been registered');
  const metadata = isRecord(user_metadata) ? user_metadata : {};
  const id = await driver.transaction((transaction) =>
    insertUser(transaction, { email, password, metadata, isConfirmed: email_confirm === true }),
  );
  return Response.json({ id, aud: 'authenticated', role: 'authenticated', email: email.toLowerCase(), user_metadata: metadata });
}
