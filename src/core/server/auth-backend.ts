import type { User } from '../domain/user.ts';
import type { Undecided } from './backend.ts';

export interface SessionTokens {
  accessToken: string;
  /** The refresh token: buys one next session. */
  refreshToken: string;
  /** Remaining lifetime of the access token in milliseconds. */
  lifetimeMs: number;
}

/** A verified second factor: an authenticator app. */
export interface SecondFactor {
  id: string;
  /** ISO 8601. */
  since: string;
}

/** `factor`: null for none. */
export interface Account {
  user: User;
  factor: SecondFactor | null;
}

export interface Session extends SessionTokens, Account {}

/** A factor that begins with its first code. */
export interface NewFactor {
  id: string;
  /** Base32, for an app without a camera. */
  secret: string;
  /** Its QR code, an SVG document. */
  picture: string;
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
  readAccount(accessToken: string): Promise<AuthAnswer<Account>>;
  changePassword(accessToken: string, password: string): Promise<AuthAnswer<User> | SessionTooOld>;
  /** Begins to set up a second factor, and forgets an earlier one that got no code. */
  startFactor(accessToken: string): Promise<AuthAnswer<NewFactor>>;
  /**
   * A session that has passed the second factor, in the place of the token's. The first code of a
   * new factor ends the user's other sessions.
   */
  enterCode(accessToken: string, factorId: string, code: string): Promise<AuthAnswer<Session>>;
  removeFactor(accessToken: string, factorId: string): Promise<AuthAnswer<unknown>>;
  /** Ends the token's session and no other of the user. An ended session counts as answered. */
  signOut(accessToken: string): Promise<AuthAnswer<unknown>>;
}
