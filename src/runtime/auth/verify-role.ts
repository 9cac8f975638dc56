import type { ReadResult } from '../../core/server/admin-backend.ts';
import type { StoredSession } from '../../core/store/device-schema.ts';
import { sharedRun } from '../listeners.ts';
import { adminBackend } from './portal-server.ts';
import {
  codeNeeded,
  readKnown,
  roleConfirmed,
  roleLost,
  roleUndecided,
  type Known,
} from './session.ts';
import { authBackend } from './token-source.ts';

/**
 * Asks the server for the signed-in user's role, and applies the answer. Without an answer nothing
 * changes; a session without a code of the second factor is interrupted; a refusal signs out and deletes all of the user's data from this device. Never rejects.
 */
export const verifyRole = sharedRun(() => verify().catch((error: unknown) => console.error(error)));

/** Asks again when the session changed meanwhile. */
async function verify(): Promise<void> {
  let asked = await readKnown();
  while (asked.session && !asked.session.needsCode) {
    const answer = await adminBackend.isAdmin();
    if (await apply(answer, asked, asked.session)) return;
    asked = await readKnown();
  }
}

/** False when the answer is about another session, or older than another answer. */
async function apply(
  answer: ReadResult<boolean>,
  asked: Known,
  session: StoredSession,
): Promise<boolean> {
  if (answer.outcome === 'signed-out' && answer.needsCode) return codeNeeded(asked);
  if (answer.outcome !== 'read') return roleUndecided(asked, answer.outcome !== 'retry');
  if (answer.value) return roleConfirmed(session);
  const ended = await roleLost(session.user.id, asked);
  if (ended) void authBackend.signOut(ended.accessToken);
  return ended !== null;
}
