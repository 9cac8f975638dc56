import type { SignInResult } from '../../runtime/auth/sign-in.ts';
import { CAUSES } from '../causes.ts';

export const NOT_ADMIN = 'You do not have permission to access the admin portal.';
export const UNEXPECTED = 'An unexpected error occurred';
const NOT_STORED =
  'This browser could not keep your sign-in. Allow this site to store data, or free some space on this device, and try again.';
const CODE_NEEDED = 'Sign in with your password and a code from your authenticator app.';
const UNRESOLVED = 'Unable to resolve authenticated user after sign in.';

const CODE_TOO_LATE = 'That took too long. Please enter the code that your app shows now.';
const SIGN_IN_ENDED = 'This sign-in has ended. Go back and enter your password again.';

/** Texts for the service's codes whose own words are unclear. */
export const EXPLANATIONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'The email address or the password is wrong. Please check both.',
  email_not_confirmed: 'This email address has not been confirmed yet.',
  user_banned: 'This account is blocked.',
  mfa_verification_failed:
    'The code is wrong, or was used before. Please enter the code that your app shows now.',
  mfa_challenge_expired: CODE_TOO_LATE,
  mfa_ip_address_mismatch: CODE_TOO_LATE,
  session_not_found: SIGN_IN_ENDED,
  bad_jwt: SIGN_IN_ENDED,
};

export interface SignInFailure {
  /** The specification's words, else the service's, else ours. */
  message: string;
  /** The cause and the remedy, if `message` does not say them. */
  explanation?: string | undefined;
}

export function failureOf(result: Exclude<SignInResult, { outcome: 'signed-in' }>): SignInFailure {
  switch (result.outcome) {
    case 'refused':
      return { message: result.message, explanation: EXPLANATIONS[result.code] };
    case 'code-needed':
      return { message: CODE_NEEDED };
    case 'not-admin':
      return { message: NOT_ADMIN };
    case 'not-stored':
      return { message: NOT_STORED };
    case 'unresolved':
      return { message: UNRESOLVED, explanation: result.reason && CAUSES[result.reason] };
    case 'retry':
      return result.message
        ? { message: result.message, explanation: CAUSES[result.reason] }
        : { message: CAUSES[result.reason] };
  }
}
