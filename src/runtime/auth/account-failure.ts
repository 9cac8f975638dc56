import type { Undecided } from '../../core/server/backend.ts';

/** The service did not decide. `message`: its own words, if it answered. */
export type AuthUndecided = Undecided & { message?: string };

/** The failure of a request about an account. */
export type AccountFailure =
  /** The service's own words, and the remedy if they do not name it. */
  { outcome: 'refused'; message: string } | AuthUndecided;
