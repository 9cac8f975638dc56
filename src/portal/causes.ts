import type { WaitCause } from '../core/domain/reasons.ts';
import type { AccountFailure } from '../runtime/auth/account-failure.ts';
import type { Fault } from './fault.ts';
import type { SyncFailure } from './sync/sync.ts';

/** Why a request that a user waits for got no answer, and the remedy. */
export const CAUSES: Record<WaitCause, string> = {
  offline: 'There is no connection. Please check yours and try again.',
  'no-answer':
    'Our server has not answered. It may be busy, or your connection very slow. Please try again in a minute.',
  'not-our-server':
    'This network is answering in place of our server. Open its sign-in page, or use another network, and try again.',
  'too-large': 'This network blocks uploads of this size. Use another network and try again.',
  'rate-limited': 'Too many attempts. Please wait a few minutes and try again.',
  server: 'Our server is having trouble. Please try again in a minute.',
  device: 'Something went wrong on this device. Please try again.',
  'signed-out': 'Your session is over. Please sign in again.',
};

/** Why the server failed or refused, in its own words where it has any. */
export const faultText = (fault: Fault): string =>
  'cause' in fault ? CAUSES[fault.cause] : fault.refusal;

/** Why the authentication service refused or failed, in its own words where it has any. */
export const failureText = (result: AccountFailure): string =>
  result.outcome === 'refused' ? result.message : (result.message ?? CAUSES[result.reason]);

const LATER: Record<WaitCause, string> = {
  offline: 'as soon as there is a connection.',
  'no-answer':
    'later: our server has not answered, or your connection is very slow. It is tried again automatically.',
  'not-our-server':
    'as soon as our server can be reached: this network is answering in its place. Open its sign-in page, or use another network.',
  'too-large': 'over another network: this one blocks uploads of this size.',
  'rate-limited':
    'in a few minutes: the server has had too many requests from here. It is tried again automatically.',
  server: 'later: our server could not do it yet. It is tried again automatically.',
  device: 'later: something went wrong on this device. It is tried again automatically.',
  'signed-out': 'when you sign in again.',
};

/**
 * The end of a sentence: when a waiting change is sent, and the cause of its wait. `cause` is null
 * before a failure.
 */
export const laterText = (cause: WaitCause | null): string =>
  cause ? LATER[cause] : 'as soon as the connection allows.';

const SYNC_TEXTS: Record<Exclude<SyncFailure['cause'], 'refused'>, string> = {
  offline: 'There is no connection. The lists will be synced as soon as it is back.',
  'no-answer':
    'The server has not answered. It may be busy, or your connection very slow. It is tried again by itself.',
  'not-our-server':
    'This network is answering in place of our server. Open its sign-in page, or use another network.',
  'too-large': 'This network blocks requests of this size. Use another network.',
  server: 'The server is having trouble. Please try again in a minute.',
  'rate-limited': 'The server has had too many requests from here. Please try again in a minute.',
  device: 'This device could not keep the lists. Free some space on it and try again.',
  storage: 'This browser’s storage does not answer. It is tried again by itself.',
};

/** Why the lists are out of date, and the remedy; after a refusal, the server's words. */
export const syncText = (failure: SyncFailure): string =>
  failure.cause === 'refused' ? failure.message : SYNC_TEXTS[failure.cause];
