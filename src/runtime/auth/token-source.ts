import type { SignedOut } from '../../core/server/backend.ts';
import type { Token, TokenSource } from '../../core/server/signed-in.ts';
import { createSupabaseAuth } from '../../core/server/supabase-auth.ts';
import type { StoredSession } from '../../core/store/admin-rows.ts';
import { underLock } from '../../core/outbox/lock.ts';
import { env } from '../env.ts';
import { createListeners } from '../listeners.ts';
import { endSession } from './end-session.ts';
import { readSession, replaceSession, toStored } from './session-store.ts';

/** The authentication service. */
export const authBackend = createSupabaseAuth({
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
});

/** A token that expires within a minute is renewed first. */
const MARGIN_MS = 60_000;
/** The age of a token that a renewal elsewhere has just brought. */
const YOUNG_MS = 30_000;

const SIGNED_OUT: SignedOut = { outcome: 'signed-out' };

/** The promise that all callers in this tab share. */
let renewing: Promise<Token> | null = null;

/** The signed-in user's token, renewed first if needed: once, over all callers and tabs. */
export const tokenSource: TokenSource = async (options) => {
  const session = await readSession();
  if (!session) return SIGNED_OUT;
  if (renewedOf(session) === session && isGood(session, options)) return toToken(session);
  return (renewing ??= renewAlone(options).finally(() => (renewing = null)));
};

/**
 * A renewed session that this device could not store, with the stored refresh token that it
 * replaces, which the server accepts only once.
 */
let unstored: { from: string; renewed: StoredSession } | null = null;

const unstoredRenewals = createListeners();

/**
 * Calls the listener after a renewal that this device could not store, which `onSessionChange`
 * cannot see.
 */
export const onUnstoredRenewal = unstoredRenewals.add;

const renewedOf = (stored: StoredSession): StoredSession =>
  unstored?.from === stored.refreshToken ? unstored.renewed : stored;

function isGood(
  { renewedAt, expiresAt }: StoredSession,
  { renew: wantsNew }: { renew: boolean },
): boolean {
  const now = Date.now();
  const age = now - renewedAt;
  return wantsNew ? age >= 0 && age < YOUNG_MS : expiresAt - now >= MARGIN_MS;
}

/** Null if another session in the meantime needs a renewal of its own. */
async function renew(options: { renew: boolean }): Promise<Token | null> {
  const stored = await readSession();
  if (!stored) return SIGNED_OUT;
  const session = renewedOf(stored);
  if (isGood(session, options))
    return session === stored ? toToken(session) : keep(stored, session, options);
  const answer = await authBackend.renew(session.refreshToken);
  const now = await readSession();
  if (now?.refreshToken !== stored.refreshToken) return tokenOf(now, options);
  switch (answer.outcome) {
    case 'answered':
      return keep(stored, toStored(answer.value, Date.now()), options);
    case 'retry':
      return answer;
    case 'rejected':
      await endSession('session-ended');
      void authBackend.signOut(session.accessToken);
      return SIGNED_OUT;
  }
}

/**
 * Replaces the stored session. On a full device this tab keeps it in memory, and tries again at the
 * next request.
 */
async function keep(
  stored: StoredSession,
  renewed: StoredSession,
  options: { renew: boolean },
): Promise<Token | null> {
  try {
    if (!(await replaceSession(stored, renewed))) return tokenOf(await readSession(), options);
    unstored = null;
  } catch (error) {
    console.warn('The renewed session could not be stored:', error);
    const isNew = unstored?.renewed !== renewed;
    unstored = { from: stored.refreshToken, renewed };
    if (isNew) unstoredRenewals.tell();
  }
  return toToken(renewed);
}

/**
 * The token to send after the session changed during a renewal: somebody signed out, or signed in
 * again, or another tab renewed first.
 */
function tokenOf(session: StoredSession | null, options: { renew: boolean }): Token | null {
  if (!session) return SIGNED_OUT;
  return isGood(session, options) ? toToken(session) : null;
}

const toToken = ({ accessToken, user }: StoredSession): Token => ({
  outcome: 'token',
  token: accessToken,
  userId: user.id,
});

const LOCK = 'portal-session';
/** Twice a renewal's timeout: a tab that holds the lock that long is frozen. */
const PATIENCE_MS = 30_000;

/**
 * Lets one tab renew at a time; a tab robbed of the lock asks for it again. If the lock is stolen
 * from a frozen tab whose request reached the server, the refresh token is used up, and at worst
 * the person has to sign in again (docs/decisions/0007-session-and-accounts.md). Waiting changes
 * stay.
 */
async function renewAlone(options: { renew: boolean }): Promise<Token> {
  const held = await underLock(navigator.locks, LOCK, PATIENCE_MS, () => renew(options));
  return (held.outcome === 'done' ? held.value : null) ?? renewAlone(options);
}
