import type { RetryReason } from '../domain/reasons.ts';
import type { SignedOut } from './admin-backend.ts';

/** The signed-in user's token, or why there is none just now. */
export type Token = { outcome: 'token'; token: string; userId: string } | { outcome: 'retry'; reason: RetryReason } | SignedOut;

/** Gives the token to send; with `renew`, one that is newer than the last, because the server called that one expired. */
export type TokenSource = (wish: { renew: boolean }) => Promise<Token>;
