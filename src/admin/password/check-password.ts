import { LIMITS } from '../../core/domain/limits.ts';

/** Why a new password can't be taken; null when it can. */
export function checkPassword(password: string, repeated: string): string | null {
  if (!password || !repeated) return 'Please fill in all fields';
  if (password !== repeated) return 'New passwords do not match';
  return password.length < LIMITS.password.min ? `Password must be at least ${LIMITS.password.min} characters` : null;
}
