import type { User } from '../domain/user.ts';
import type { Undecided } from './backend.ts';

export interface SessionTokens {
  accessToken: string;
  /** Buys the next session, once. */
  refreshToken: string;
  /** How long the access token is good for, from now, in milliseconds. */
  lifetimeMs: number;
}

export interface Session extends SessionTokens {
  user: User;
}

/** `message` is in the service's own words. */
export type AuthAnswer<T> =
  | { outcome: 'answered'; value: T }
  | (Undecided & { message?: string })
  /** The service refused the request, with a code of its own. */
  | { outcome: 'rejected'; code: string; message: string };

/** Refused because the session began too long ago for this; a new one may do it. */
interface SessionTooOld {
  outcome: 'session-too-old';
  /** The service's own words. */
  message: string;
}

/** The service that knows who somebody is. Nothing throws across this port. */
export interface AuthBackend {
  signIn(email: string, password: string): Promise<AuthAnswer<Session>>;
  /** No screen calls it, and the service refuses it while sign-up is closed. */
  signUp(account: {
    email: string;
    password: string;
    fullName: string;
    redirectTo: string;
  }): Promise<AuthAnswer<unknown>>;
  /** A new session for a refresh token. */
  renew(refreshToken: string): Promise<AuthAnswer<Session>>;
  /** A session for the token hash of an emailed link, which works once. `type`: the kind of link. */
  openLink(link: { tokenHash: string; type: string }): Promise<AuthAnswer<Session>>;
  readUser(accessToken: string): Promise<AuthAnswer<User>>;
  changePassword(accessToken: string, password: string): Promise<AuthAnswer<User> | SessionTooOld>;
  /** Ends the token's session, and no other session of its user. One that has ended already counts as answered. */
  signOut(accessToken: string): Promise<AuthAnswer<unknown>>;
}
