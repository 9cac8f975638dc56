import type { ServerResponse } from './request-faults.ts';
import type { SignedOut, Undecided } from './backend.ts';
import type { Reply } from './request.ts';

/** The signed-in user's token, or why there is none now. */
export type Token = { outcome: 'token'; token: string; userId: string } | Undecided | SignedOut;

/** Returns the token to send: another one than `refused`, which the server has just refused. */
export type TokenSource = (options: { refused: string | null }) => Promise<Token>;

type SignedIn = Extract<Token, { outcome: 'token' }>;
/** No request was sent, or only refused ones: there is no valid token. */
export type WithoutToken = Exclude<Token, SignedIn>;

/** PostgREST's codes: an unknown signature or key, a missing token, a failed claim. */
const NO_GOOD_CODES = new Set(['PGRST301', 'PGRST302', 'PGRST303']);
/** Storage and the functions have only messages, those of their token library. */
const NO_GOOD_MESSAGES =
  /jwt expired|invalid jwt|jwt malformed|invalid token|"(?:exp|nbf|iat)" claim|signature verification failed|invalid compact jws|no applicable key/i;

/** `private.is_admin` has it in its message for a token without a code of the second factor. */
const NO_CODE = /\binsufficient_aal\b/;

/** Storage answers 500 when a policy raises the code of an ended session. */
const ENDED_SESSION = /\bPT401\b/;

/** True for every form of "this token is not valid". */
function isTokenRefused({ status, code, message = '' }: ServerResponse): boolean {
  if (ENDED_SESSION.test(message)) return true;
  if (status < 400 || status >= 500) return false;
  // The answer to a HEAD has no body; with a token, 401 always means the token.
  const isBare = !code && !message;
  if ((status === 401 && isBare) || NO_GOOD_CODES.has(code ?? '')) return true;
  return NO_GOOD_MESSAGES.test(message);
}

/** Sends with the user's token, and once more with a new one when the server refuses it. */
export async function askSignedIn<T>(
  token: TokenSource,
  ask: (user: SignedIn) => Promise<Reply<T>>,
): Promise<Reply<T> | WithoutToken> {
  let refused: string | null = null;
  let message = '';
  for (let attempt = 0; attempt < 2; attempt++) {
    const user = await token({ refused });
    if (user.outcome !== 'token') return user;
    const reply = await ask(user);
    if (!isTokenRefused(reply)) return reply;
    refused = user.token;
    message = reply.message ?? '';
  }
  return NO_CODE.test(message) ? NEEDS_CODE : SIGNED_OUT;
}

const SIGNED_OUT: SignedOut = { outcome: 'signed-out' };
const NEEDS_CODE: SignedOut = { outcome: 'signed-out', needsCode: true };
