import type { User } from '../domain/user.ts';
import type { Undecided } from './backend.ts';

export interface SessionTokens {
  accessToken: string;
  /** The refresh token: buys one next session. */
  refreshToken: string;
  /** Remaining lifetime of the access token in milliseconds. */
  lifetimeMs: number;
}

export interface Session extends SessionTokens {
  user: User;
}

/** `message`: the service's own words. */
export type AuthAnswer<T> =
  | { outcome: 'read'; value: T }
  | (Undecided & { message?: string })
  /** The service refused the request, with a code of its own. */
  | { outcome: 'rejected'; code: string; message: string };

/** Refused because the session is too old for this; a new one may do it. */
interface SessionTooOld {
  outcome: 'session-too-old';
  /** The service's own words. */
  message: string;
}

/** The authentication service. Nothing throws across this port. */
export interface AuthBackend {
  signIn(email: string, password: string): Promise<AuthAnswer<Session>>;
  /** No screen calls it; the service refuses it while sign-up is closed. */
  signUp(account: {
    email: string;
    password: string;
    fullName: string;
    redirectTo: string;
  }): Promise<AuthAnswer<unknown>>;
  /** A new session for a refresh token. */
  renew(refreshToken: string): Promise<AuthAnswer<Session>>;
  /**
   * A session for the token hash of an emailed link, which works once. `type`: the kind of link.
   */
  openLink(link: { tokenHash: string; type: string }): Promise<AuthAnswer<Session>>;
  readUser(accessToken: string): Promise<AuthAnswer<User>>;
  changePassword(accessToken: string, password: string): Promise<AuthAnswer<User> | SessionTooOld>;
  /** Ends the token's session and no other of the user. An ended session counts as answered. */
  signOut(accessToken: string): Promise<AuthAnswer<unknown>>;
}
