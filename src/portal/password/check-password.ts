import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';

export interface PasswordProblem {
  field: 'password' | 'repeated';
  message: string;
}

/** Why a new password is not acceptable; null if it is. */
export function checkPassword(password: string, repeated: string): PasswordProblem | null {
  if (!password || !repeated)
    return { field: password ? 'repeated' : 'password', message: 'Please fill in all fields' };
  if (password !== repeated) return { field: 'repeated', message: 'New passwords do not match' };
  if (password.length >= STAFF_LIMITS.password.min) return null;
  return {
    field: 'password',
    message: `Password must be at least ${STAFF_LIMITS.password.min} characters`,
  };
}
