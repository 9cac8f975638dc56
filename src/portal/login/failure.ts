import type { SignInResult } from '../../runtime/auth/sign-in.ts';
import { CAUSES } from '../causes.ts';

export const NOT_ADMIN = 'You do not have permission to access the admin portal.';
export const UNEXPECTED = 'An unexpected error occurred';
const NOT_STORED =
  'This browser could not keep your sign-in. Allow this site to store data, or free some space on this device, and try again.';
const UNRESOLVED = 'Unable to resolve authenticated user after sign in.';

/** Texts for the service's codes whose own words are unclear. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  invalid_credentials: 'The email address or the password is wrong. Please check both.',
  email_not_confirmed: 'This email address has not been confirmed yet.',
  user_banned: 'This account is blocked.',
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
