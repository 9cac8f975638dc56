import type { AdminBackend } from '../server/admin-backend.ts';
import type { StepFailure } from '../outbox/kind.ts';

/** A refusal for a user without the role, with its remedy. */
export const forbidden = (message: string): StepFailure => ({
  outcome: 'rejected',
  reason: 'forbidden',
  message,
});

/** Null for an administrator; for another user, `refusal`. */
export async function checkRole(
  backend: AdminBackend,
  refusal: StepFailure,
): Promise<StepFailure | null> {
  const role = await backend.isAdmin();
  if (role.outcome !== 'answered') return failureOf(role);
  return role.value ? null : refusal;
}

type Unanswered = Exclude<Awaited<ReturnType<AdminBackend['isAdmin']>>, { outcome: 'answered' }>;

export const failureOf = (answer: Unanswered): StepFailure =>
  answer.outcome === 'rejected' ? { ...answer, reason: 'refused' } : answer;
