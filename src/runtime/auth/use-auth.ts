import { useSyncExternalStore } from 'react';
import type { User } from '../../core/domain/user.ts';
import {
  administrator,
  currentAuth,
  currentReplica,
  onAuthChange,
  type AuthState,
} from './session.ts';

const LOADING: AuthState = { status: 'loading' };

/** The signed-in user. Unknown in the prerendered page and during hydration. */
export const useAuth = (): AuthState =>
  useSyncExternalStore(onAuthChange, currentAuth, () => LOADING);

export const useAdministrator = (): User | null =>
  useSyncExternalStore(onAuthChange, administrator, () => null);

export const useCurrentReplica = (): ReturnType<typeof currentReplica> =>
  useSyncExternalStore(onAuthChange, currentReplica, () => null);
