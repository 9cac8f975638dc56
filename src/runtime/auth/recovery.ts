import { useSyncExternalStore } from 'react';
import { openedLink, readEmailLink, type EmailLink } from '../../core/server/email-link.ts';
import { claimsOf } from '../../core/server/token-claims.ts';
import { createListeners } from '../listeners.ts';
import type { AccountFailure } from './account-failure.ts';
import { signInWith, type SignInResult } from './sign-in.ts';
import { authBackend } from './token-source.ts';

export const RECOVERY_PATH = '/admin/new-password';

/** In memory only: the link is as good as a password. */
let current: EmailLink | null = null;
const listeners = createListeners();

function change(link: EmailLink | null): void {
  current = link;
  listeners.emit();
}

/**
 * Takes an email's link out of the document's address, history included, and opens the screen for a
 * new password in its place. Call it before any code can store or report the address.
 */
export function takeEmailLink(): void {
  const link = readEmailLink(location);
  if (link === null) return;
  history.replaceState(null, '', RECOVERY_PATH);
  change(link);
}

/** The link that opened this document; null for none, or once it was used. */
export const useEmailLink = (): EmailLink | null =>
  useSyncExternalStore(
    listeners.add,
    () => current,
    () => null,
  );

/** Deletes the link: it was used, or its owner continues without it. */
export const dropEmailLink = (): void => change(null);

export type RecoveryResult =
  /** The password is set. `signIn`: whether its owner is signed in too. */
  | { outcome: 'set'; signIn: SignInResult }
  /** The link is invalid or expired; the screen says so in place of the form. */
  | { outcome: 'link-refused'; code: string }
  /** The account has a second factor: the password needs a code too. */
  | { outcome: 'code-needed' }
  /** The service refused the code, with its code and its own words. */
  | { outcome: 'code-refused'; code: string; message: string }
  | AccountFailure;

/** Refusals of the password; every other one is about the link. */
const ABOUT_PASSWORD = new Set(['weak_password', 'validation_failed']);
/** An earlier attempt set it and its answer was lost, or its owner chose the old one. */
const IS_SET = 'same_password';
const EXPIRED = 'otp_expired';

/** The account has a second factor, and the link's session no code of it. */
const CODE_MISSING = 'insufficient_aal';
/** Refusals of a code; every other one is about the link. */
const ABOUT_CODE = /^mfa_/;

/**
 * Sets the password of the link's owner and signs them in. May be repeated with the same password.
 * `code`: of the second factor; empty for none.
 */
export async function setNewPassword(password: string, code: string): Promise<RecoveryResult> {
  const link = code === '' ? await openLink() : await passCode(code);
  if (link.outcome !== 'opened') return link;
  const { tokens } = link;
  const answer = await authBackend.changePassword(tokens.accessToken, password);
  if (answer.outcome === 'retry') return answer;
  if (answer.outcome === 'rejected' && ABOUT_PASSWORD.has(answer.code))
    return { outcome: 'refused', message: answer.message };
  if (answer.outcome === 'rejected' && answer.code === CODE_MISSING)
    return { outcome: 'code-needed' };
  if (answer.outcome === 'rejected' && answer.code !== IS_SET) return refuseLink(answer.code);
  if (answer.outcome === 'session-too-old') return refuseLink(EXPIRED);
  return { outcome: 'set', signIn: await signInWith(tokens) };
}

type Opened = { outcome: 'opened'; tokens: Parameters<typeof openedLink>[0] };

/** The link's session with a code; one that has it already takes no other. */
async function passCode(
  code: string,
): Promise<Opened | Exclude<RecoveryResult, { outcome: 'set' | 'code-needed' }>> {
  const link = await openLink();
  if (link.outcome !== 'opened') return link;
  const { accessToken } = link.tokens;
  if (claimsOf(accessToken)['aal'] === 'aal2') return link;
  const account = await authBackend.readAccount(accessToken);
  if (account.outcome === 'retry') return account;
  if (account.outcome === 'rejected') return refuseLink(account.code);
  if (!account.value.factor) return link;
  const answer = await authBackend.enterCode(accessToken, account.value.factor.id, code);
  if (answer.outcome === 'retry') return answer;
  if (answer.outcome === 'rejected')
    return ABOUT_CODE.test(answer.code)
      ? { ...answer, outcome: 'code-refused' }
      : refuseLink(answer.code);
  change(openedLink(answer.value));
  return { outcome: 'opened', tokens: answer.value };
}

/** The link's session, which the service returns once. */
async function openLink(): Promise<
  Opened | Extract<RecoveryResult, { outcome: 'link-refused' | 'retry' }>
> {
  if (current?.kind === 'session') return { outcome: 'opened', tokens: current.tokens };
  if (current?.kind !== 'token-hash') return refuseLink(current?.code ?? EXPIRED);
  const answer = await authBackend.openLink(current);
  if (answer.outcome === 'retry') return answer;
  if (answer.outcome === 'rejected') return refuseLink(answer.code);
  change(openedLink(answer.value));
  return { outcome: 'opened', tokens: answer.value };
}

function refuseLink(code: string): Extract<RecoveryResult, { outcome: 'link-refused' }> {
  change({ kind: 'refused', code });
  return { outcome: 'link-refused', code };
}
