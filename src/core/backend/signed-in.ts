import type { RetryReason } from '../domain/reasons.ts';
import type { Answered } from './admin-backend.ts';
import { readTransient, wordsOf, type Answer } from './answer.ts';
import type { SignedOut } from './backend.ts';
import type { Reply } from './request.ts';

/** The signed-in user's token, or why there is none just now. */
export type Token =
  | { outcome: 'token'; token: string; userId: string }
  | { outcome: 'retry'; reason: RetryReason }
  | SignedOut;

/** Gives the token to send; with `renew`, one that is newer than the last, because the server called that one expired. */
export type TokenSource = (options: { renew: boolean }) => Promise<Token>;

type SignedIn = Extract<Token, { outcome: 'token' }>;
/** No request was made, or none that counted: there is no token to make it with. */
export type WithoutToken = Exclude<Token, SignedIn>;

const EXPIRED_CODES = new Set(['PGRST301', 'PGRST303']);
/** Storage has no code for it, only words. */
const EXPIRED_WORDS = /jwt expired|invalid jwt|invalid token|"exp" claim/i;

function isExpired({ status, code, message = '' }: Answer): boolean {
  if (status < 400 || status >= 500) return false;
  // The answer to a HEAD has no body; who comes with a token gets 401 for nothing but the token.
  const isBare = !code && !message;
  if (status === 401 && (isBare || EXPIRED_CODES.has(code ?? ''))) return true;
  return EXPIRED_WORDS.test(message);
}

/** Asks with the user's token; when the server calls it expired, once more with a new one. */
export async function askSignedIn<T>(
  token: TokenSource,
  ask: (user: SignedIn) => Promise<Reply<T>>,
): Promise<Reply<T> | WithoutToken> {
  for (const renew of [false, true]) {
    const user = await token({ renew });
    if (user.outcome !== 'token') return user;
    const reply = await ask(user);
    if (!isExpired(reply)) return reply;
  }
  return SIGNED_OUT;
}

const SIGNED_OUT: SignedOut = { outcome: 'signed-out' };

/** Reads the answer to a question; one that lacks what was asked for, and a no without a code of ours, is not our server's. */
export function readAnswer<T>(reply: Reply<T> | WithoutToken): Answered<T> {
  if ('outcome' in reply) return reply;
  const transient = readTransient(reply);
  if (transient) return transient;
  if (reply.status >= 400 && reply.code) return { outcome: 'rejected', message: wordsOf(reply) };
  return reply.value === undefined
    ? { outcome: 'retry', reason: 'not-our-server' }
    : { outcome: 'answered', value: reply.value };
}
