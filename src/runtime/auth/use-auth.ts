import { useSyncExternalStore } from 'react';
import type { User } from '../../core/domain/user.ts';
import { administrator, currentAuth, onAuthChange, type AuthState } from './auth.ts';

const LOADING: AuthState = { status: 'loading' };

/** Who is signed in. In the page written at build, and while React takes it over, that is not known yet. */
export const useAuth = (): AuthState => useSyncExternalStore(onAuthChange, currentAuth, () => LOADING);

/** The signed-in administrator; null when there is none. */
export const useAdministrator = (): User | null => useSyncExternalStore(onAuthChange, administrator, () => null);
