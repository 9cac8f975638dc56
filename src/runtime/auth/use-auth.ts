import { useSyncExternalStore } from 'react';
import type { User } from '../../core/domain/user.ts';
import { createListeners } from '../listeners.ts';

/** Why nobody is signed in: the session ran out, or the server said that the user is no administrator. */
export type SignedOutReason = 'session-ended' | 'not-admin';

export type AuthState =
  | { status: 'loading' }
  /** `because` is null when nobody was signed in, or the person signed out. */
  | { status: 'signed-out'; because: SignedOutReason | null }
  /** `isAdmin` is false too while nobody could be asked. */
  | { status: 'signed-in'; user: User; isAdmin: boolean };

let state: AuthState = { status: 'loading' };
const listeners = createListeners();

/** Who is signed in, as this tab knows. */
export const currentAuth = (): AuthState => state;

export function changeAuth(next: AuthState): void {
  if (JSON.stringify(next) === JSON.stringify(state)) return;
  state = next;
  listeners.tell();
}

/** Hears of every change; returns how to stop. */
export const onAuthChange = listeners.add;

/** The signed-in administrator; null when there is none. */
export const administrator = (): User | null =>
  state.status === 'signed-in' && state.isAdmin ? state.user : null;

const LOADING: AuthState = { status: 'loading' };

/** Who is signed in. In the page written at build, and while React takes it over, that is not known yet. */
export const useAuth = (): AuthState =>
  useSyncExternalStore(onAuthChange, currentAuth, () => LOADING);

/** The signed-in administrator; null when there is none. */
export const useAdministrator = (): User | null =>
  useSyncExternalStore(onAuthChange, administrator, () => null);
