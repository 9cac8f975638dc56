import type { RetryReason } from '../../core/domain/reasons.ts';
import type { SignInResult } from '../../runtime/auth/sign-in.ts';

export const NOT_ADMIN = 'You do not have permission to access the admin portal.';

const RETRY: Record<RetryReason, string> = {
  offline: 'There is no connection. Signing in needs one: please try again when you are online.',
  foreign: 'This network answers in the name of our server. Open its sign-in page, or use another network, and try again.',
  'rate-limited': 'That were too many tries. Please wait a few minutes and try again.',
  server: 'The server is in trouble. Please try again in a minute.',
};

/** Why somebody is not signed in. */
export function refusalText(result: Exclude<SignInResult, { outcome: 'signed-in' }>): string {
  switch (result.outcome) {
    case 'refused':
      return result.message;
    case 'not-admin':
      return NOT_ADMIN;
    case 'unresolved':
      return 'Unable to resolve authenticated user after sign in.';
    case 'retry':
      return RETRY[result.reason];
  }
}
