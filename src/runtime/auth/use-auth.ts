import { useSyncExternalStore } from 'react';
import type { User } from '../../core/domain/user.ts';
import { createListeners } from '../listeners.ts';

/**
 * Why nobody is signed in: the session ended, or the server said that the user is no administrator.
 */
export type SignedOutReason = 'session-ended' | 'not-admin';

export type AuthState =
  | { status: 'loading' }
  /** `because` is null when nobody was signed in, or the person signed out. */
  | { status: 'signed-out'; because: SignedOutReason | null }
  /** `isAdmin` is also false while the role could not be checked. */
  | { status: 'signed-in'; user: User; isAdmin: boolean };

let state: AuthState = { status: 'loading' };
const listeners = createListeners();

/** The signed-in user, as this tab knows them. */
export const currentAuth = (): AuthState => state;

export function changeAuth(next: AuthState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  listeners.tell();
}

/** Calls the listener for every change; returns a function that stops. */
export const onAuthChange = listeners.add;

/** The signed-in administrator; null for none. */
export const administrator = (): User | null =>
  state.status === 'signed-in' && state.isAdmin ? state.user : null;

const LOADING: AuthState = { status: 'loading' };

/** The signed-in user. Unknown in the prerendered page and during hydration. */
export const useAuth = (): AuthState =>
  useSyncExternalStore(onAuthChange, currentAuth, () => LOADING);

/** The signed-in administrator; null for none. */
export const useAdministrator = (): User | null =>
  useSyncExternalStore(onAuthChange, administrator, () => null);
