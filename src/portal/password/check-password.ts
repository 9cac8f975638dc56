import { STAFF_LIMITS } from '../../core/domain/staff-limits.ts';

export interface PasswordProblem {
  field: 'password' | 'repeated' | 'code';
  message: string;
}

/** Auth refuses longer ones, because bcrypt ignores every byte beyond. */
const MAX_BYTES = 72;
/** The maximum in words. */
export const LONGEST = `${MAX_BYTES} characters; accented letters and emoji count as several`;

/** Why a new password is not acceptable; null if it is. */
export function checkPassword(password: string, repeated: string): PasswordProblem | null {
  if (!password || !repeated)
    return { field: password ? 'repeated' : 'password', message: 'Please fill in all fields' };
  if (password !== repeated) return { field: 'repeated', message: 'New passwords do not match' };
  if (new TextEncoder().encode(password).length > MAX_BYTES)
    return { field: 'password', message: `Password must not be longer than ${LONGEST}` };
  if (password.length >= STAFF_LIMITS.password.min) return null;
  return {
    field: 'password',
    message: `Password must be at least ${STAFF_LIMITS.password.min} characters`,
  };
}
