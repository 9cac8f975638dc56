import type { AuthAnswer, NewFactor, SecondFactor } from '../../core/server/auth-backend.ts';
import type { SignedOut } from '../../core/server/backend.ts';
import type { SignInResult } from './sign-in.ts';
import { authBackend, replaceSession, tokenSource } from './token-source.ts';
import { verifyRole } from './verify-role.ts';

/** The answer of a request about the signed-in user's second factor. */
export type FactorAnswer<T> = AuthAnswer<T> | SignedOut;

/** Sends a request with the signed-in user's token. */
async function ask<T>(
  work: (accessToken: string) => Promise<AuthAnswer<T>>,
): Promise<FactorAnswer<T>> {
  const token = await tokenSource({ refused: null });
  return token.outcome === 'token' ? work(token.token) : token;
}

/** The signed-in user's second factor; null for none. */
export async function readFactor(): Promise<FactorAnswer<SecondFactor | null>> {
  const answer = await ask(authBackend.readAccount);
  return answer.outcome === 'read' ? { ...answer, value: answer.value.factor } : answer;
}

/** Begins to set up a second factor; `confirmFactor` ends it. */
export const startFactor = (): Promise<FactorAnswer<NewFactor>> => ask(authBackend.startFactor);

/**
 * Turns the second factor on with its first code. This device's session goes on, and the user's
 * others end.
 */
export const confirmFactor = (factorId: string, code: string): Promise<FactorAnswer<unknown>> =>
  replaceSession(({ accessToken }) => authBackend.enterCode(accessToken, factorId, code));

export const removeFactor = (factorId: string): Promise<FactorAnswer<unknown>> =>
  ask((accessToken) => authBackend.removeFactor(accessToken, factorId));

/** Goes on with a session that needs a code. The portal opens once the role is confirmed again. */
export async function resumeWithCode(code: string): Promise<SignInResult> {
  const answer = await replaceSession(async ({ accessToken, refreshToken }) => {
    const account = await authBackend.readAccount(accessToken);
    if (account.outcome !== 'read') return account;
    const { factor } = account.value;
    return factor
      ? authBackend.enterCode(accessToken, factor.id, code)
      : authBackend.renew(refreshToken);
  });
  switch (answer.outcome) {
    case 'read':
      await verifyRole();
      return { outcome: 'signed-in' };
    case 'rejected':
      return { ...answer, outcome: 'refused' };
    case 'signed-out':
      return { outcome: 'refused', code: 'session_not_found', message: 'Your session has ended.' };
    case 'retry':
      return answer;
  }
}
