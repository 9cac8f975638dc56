import { changeAuth } from './auth.ts';

/** Finds out who is signed in. */
export function startAuth(): void {
  changeAuth({ status: 'signed-out', because: null });
}
