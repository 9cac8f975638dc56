import type { AuthAnswer, Session } from '../../core/server/auth-backend.ts';
import type { SignedOut } from '../../core/server/backend.ts';
import type { Token, TokenSource } from '../../core/server/signed-in.ts';
import { createSupabaseAuth } from '../../core/server/supabase-auth.ts';
import type { StoredSession } from '../../core/store/device-schema.ts';
import { underLock } from '../../core/locks/lock.ts';
import { SESSION_LOCK } from '../../core/locks/names.ts';
import { env } from '../env.ts';
import { sharedRun } from '../listeners.ts';
import { currentSession, refused, renewed, toStored } from './session.ts';

export const authBackend = createSupabaseAuth({
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
});

/** A token that expires within a minute is renewed first. */
const MARGIN_MS = 60_000;

const SIGNED_OUT: SignedOut = { outcome: 'signed-out' };

type Options = Parameters<TokenSource>[0];

/** The signed-in user's token, renewed first if needed: once, over all callers and tabs. */
export const tokenSource: TokenSource = async (options) =>
  tokenOf(await currentSession(), options) ?? renewOnce(options);

/** Null for a session that has to be renewed first. */
function tokenOf(session: StoredSession | null, { refused: bad }: Options): Token | null {
  if (!session || session.needsCode) return SIGNED_OUT;
  const { accessToken, expiresAt } = session;
  const isGood = bad === null ? expiresAt - Date.now() >= MARGIN_MS : accessToken !== bad;
  return isGood ? toToken(session) : null;
}

const toToken = ({ accessToken, user }: StoredSession): Token => ({
  outcome: 'token',
  token: accessToken,
  userId: user.id,
});

/** Twice a renewal's timeout: a tab that holds the lock that long is frozen. */
const PATIENCE_MS = 30_000;

/**
 * Lets one tab renew at a time; a tab whose lock was stolen asks for it again. If the lock is stolen
 * from a frozen tab whose request reached the server, the refresh token is used up, and at worst
 * the person has to sign in again (docs/decisions/0007-session-and-accounts.md). Waiting changes
 * stay.
 */
async function renewAlone(options: Options): Promise<Token> {
  const work = await underLock(navigator.locks, SESSION_LOCK, PATIENCE_MS, () => renew(options));
  return (work.outcome === 'done' ? work.value : null) ?? renewAlone(options);
}

/** All callers in this tab share a renewal. */
const renewOnce = sharedRun(renewAlone);

/** Null when another session began during the renewal, and needs one of its own. */
async function renew(options: Options): Promise<Token | null> {
  const session = await currentSession();
  const token = tokenOf(session, options);
  if (!session || token) return token;
  const answer = await authBackend.renew(session.refreshToken);
  switch (answer.outcome) {
    case 'retry':
      return answer;
    case 'read': {
      const next = await renewed(session, toStored(answer.value, Date.now()));
      return next ? toToken(next) : tokenOf(await currentSession(), options);
    }
    case 'rejected':
      return (await end(session)) ? SIGNED_OUT : tokenOf(await currentSession(), options);
  }
}

/** Ends a session that the service refused; false when it is no longer the current one. */
async function end(session: StoredSession): Promise<boolean> {
  const isEnded = await refused(session);
  if (isEnded) void authBackend.signOut(session.accessToken);
  return isEnded;
}

/** The service's codes for a session that has ended. */
const ENDED = new Set(['session_not_found', 'session_expired', 'user_not_found', 'bad_jwt']);

/**
 * Replaces the current session by the one that `work` asks the service for, with a token that lasts a
 * minute at least. No renewal runs meanwhile. An ended session signs out.
 */
export async function replaceSession(
  work: (session: StoredSession) => Promise<AuthAnswer<Session>>,
): Promise<AuthAnswer<Session> | SignedOut> {
  const alone = await underLock(navigator.locks, SESSION_LOCK, PATIENCE_MS, () => replace(work));
  return alone.outcome === 'done' ? alone.value : alone.work;
}

async function replace(
  work: Parameters<typeof replaceSession>[0],
): Promise<AuthAnswer<Session> | SignedOut> {
  let session = await currentSession();
  if (session && session.expiresAt - Date.now() < MARGIN_MS) {
    const answer = await authBackend.renew(session.refreshToken);
    if (answer.outcome === 'retry') return answer;
    if (answer.outcome === 'rejected') await end(session);
    else {
      const { needsCode } = session;
      const next = { ...toStored(answer.value, Date.now()), ...(needsCode && { needsCode }) };
      await renewed(session, next);
    }
    session = await currentSession();
  }
  if (!session) return SIGNED_OUT;
  const answer = await work(session);
  if (answer.outcome === 'read') await renewed(session, toStored(answer.value, Date.now()));
  const isEnded = answer.outcome === 'rejected' && ENDED.has(answer.code);
  return isEnded && (await end(session)) ? SIGNED_OUT : answer;
}
