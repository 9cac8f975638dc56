import type { Undecided } from '../../core/server/backend.ts';

/** The service did not decide. `message`: its own words, if it answered. */
export type AuthUndecided = Undecided & { message?: string };

/** Why the service did not do as an account's owner asked. */
export type AccountFailure =
  /** The service's own words, and what to do where they do not say it. */
  { outcome: 'refused'; message: string } | AuthUndecided;
