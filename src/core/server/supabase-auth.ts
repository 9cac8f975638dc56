import type { User } from '../domain/user.ts';
import { classifyTransient } from './classify-response.ts';
import type {
  Account,
  AuthAnswer,
  AuthBackend,
  NewFactor,
  SecondFactor,
  Session,
} from './auth-backend.ts';
import { request, type Reply, type Fetch } from './request.ts';

interface Options {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  fetch?: Fetch;
}

type Json = Readonly<Record<string, unknown>>;

interface Call<T> {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  accessToken?: string;
  body?: object;
  /** Undefined when the answer does not have the service's form. */
  read: (answer: Json) => T | undefined;
}

const TIMEOUT_MS = 15_000;
/** Without this header the service answers in its unversioned format, which it may drop. */
const API_VERSION = '2024-01-01';
/**
 * The service's codes are lower-case words with underscores; a gateway's JSON may have a code of
 * another form.
 */
const SERVICE_CODE = /^[a-z]+(_[a-z0-9]+)+$/;
/** The service accepts a new password only from a session of the last day. */
const TOO_OLD = 'reauthentication_needed';
const NO_SESSION = new Set([401, 403, 404]);

/**
 * Supabase Auth. Its calls are made here and not through its own client: see docs/decisions/0019.
 */
export function createSupabaseAuth({
  url,
  publishableKey,
  fetch = globalThis.fetch,
}: Options): AuthBackend {
  function call<T>(
    path: string,
    { method = 'POST', accessToken, body, read }: Call<T>,
  ): Promise<Reply<T>> {
    const headers = {
      apikey: publishableKey,
      'content-type': 'application/json',
      'x-supabase-api-version': API_VERSION,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    };
    return request<T>(fetch, TIMEOUT_MS, async (send) => {
      const response = await send(`${url}/auth/v1${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status } = response;
      const answer = JSON.parse((await response.text()) || '{}') as Json;
      if (!response.ok) return { status, ...toRefusal(answer) };
      const value = read(answer);
      return { status, ...(value !== undefined && { value }) };
    });
  }

  const remove = async (accessToken: string, factorId: string) =>
    readReply(await call(`/factors/${factorId}`, { method: 'DELETE', accessToken, read: readId }));

  return {
    signIn: async (email, password) =>
      readReply(
        await call('/token?grant_type=password', { body: { email, password }, read: toSession }),
      ),

    async signUp({ email, password, fullName, redirectTo }) {
      const body = { email, password, data: { full_name: fullName } };
      return readReply(
        await call(`/signup?redirect_to=${encodeURIComponent(redirectTo)}`, {
          body,
          read: (made) => made,
        }),
      );
    },

    renew: async (refreshToken) =>
      readReply(
        await call('/token?grant_type=refresh_token', {
          body: { refresh_token: refreshToken },
          read: toSession,
        }),
      ),

    openLink: async ({ tokenHash, type }) =>
      readReply(await call('/verify', { body: { token_hash: tokenHash, type }, read: toSession })),

    readAccount: async (accessToken) =>
      readReply(await call('/user', { method: 'GET', accessToken, read: toAccount })),

    async changePassword(accessToken, password) {
      const reply = await call('/user', {
        method: 'PUT',
        accessToken,
        body: { password },
        read: toUser,
      });
      const answer = readReply(reply);
      const isTooOld = answer.outcome === 'rejected' && reply.code === TOO_OLD;
      return isTooOld ? { outcome: 'session-too-old', message: answer.message } : answer;
    },

    async startFactor(accessToken) {
      const found = readReply(await call('/user', { method: 'GET', accessToken, read: toFactors }));
      if (found.outcome !== 'read') return found;
      // The service refuses a second factor without a name, until an unused one expires.
      for (const { id, status } of found.value) {
        if (status === 'verified') continue;
        const removed = await remove(accessToken, id);
        if (removed.outcome === 'retry') return removed;
      }
      const body = { factor_type: 'totp' };
      return readReply(await call('/factors', { accessToken, body, read: toNewFactor }));
    },

    async enterCode(accessToken, factorId, code) {
      const path = `/factors/${factorId}`;
      const challenge = readReply(
        await call(`${path}/challenge`, { accessToken, body: {}, read: readId }),
      );
      if (challenge.outcome !== 'read') return challenge;
      const body = { challenge_id: challenge.value, code };
      return readReply(await call(`${path}/verify`, { accessToken, body, read: toSession }));
    },

    removeFactor: remove,

    async signOut(accessToken) {
      const reply = await call('/logout?scope=local', { accessToken, read: (ended) => ended });
      return NO_SESSION.has(reply.status) ? { outcome: 'read', value: null } : readReply(reply);
    },
  };
}

/**
 * The service sends a code with every refusal of its own. A refusal without one is a gateway's and
 * says nothing about the session, so it signs nobody out.
 */
function readReply<T>(reply: Reply<T>): AuthAnswer<T> {
  const { status, code, message, value } = reply;
  // Without a status, the message is the browser's.
  const text = status > 0 && message ? { message } : {};
  const transient = classifyTransient(reply);
  if (transient) return { ...transient, ...text };
  if (value !== undefined) return { outcome: 'read', value };
  if (status < 400) return { outcome: 'retry', reason: 'not-our-server' };
  return code === undefined
    ? { outcome: 'retry', reason: 'server', ...text }
    : { outcome: 'rejected', code, message: message ?? code };
}

/**
 * A refusal in the format of `API_VERSION`, `{code, message}`, or in the older one: `{code: status,
 * error_code, msg}`.
 */
function toRefusal({ code, message, error_code, msg }: Json) {
  const name = error_code ?? code;
  const text = msg ?? message;
  return {
    ...(typeof name === 'string' && SERVICE_CODE.test(name) && { code: name }),
    ...(typeof text === 'string' && { message: text }),
  };
}

function toSession({ access_token, refresh_token, expires_in, user }: Json): Session | undefined {
  if (
    typeof access_token !== 'string' ||
    typeof refresh_token !== 'string' ||
    typeof expires_in !== 'number'
  )
    return;
  const account = toAccount((user ?? {}) as Json);
  return (
    account && {
      accessToken: access_token,
      refreshToken: refresh_token,
      lifetimeMs: expires_in * 1000,
      ...account,
    }
  );
}

function toAccount(answer: Json): Account | undefined {
  const user = toUser(answer);
  const verified = toFactors(answer)?.find(({ status }) => status === 'verified');
  return user && { user, factor: verified ? { id: verified.id, since: verified.since } : null };
}

/** The user's factors; the service leaves them out where there are none. */
function toFactors({ id, factors }: Json): (SecondFactor & { status: unknown })[] | undefined {
  if (typeof id !== 'string') return;
  const listed = (Array.isArray(factors) ? factors : []) as Json[];
  return listed.map((factor) => ({
    id: String(factor['id']),
    since: String(factor['created_at']),
    status: factor['status'],
  }));
}

const readId = ({ id }: Json): string | undefined => (typeof id === 'string' ? id : undefined);

function toNewFactor({ id, totp }: Json): NewFactor | undefined {
  const { secret, qr_code: picture } = (totp ?? {}) as Json;
  if (typeof id !== 'string' || typeof secret !== 'string' || typeof picture !== 'string') return;
  return { id, secret, picture };
}

function toUser({ id, email, user_metadata }: Json): User | undefined {
  if (typeof id !== 'string') return;
  const { full_name, name } = (user_metadata ?? {}) as Json;
  const names = [full_name, name, email].filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return {
    id,
    email: typeof email === 'string' ? email : '',
    displayName: names[0] ?? 'Administrator',
  };
}
