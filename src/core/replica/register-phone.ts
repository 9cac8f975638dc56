import type { RetryReason } from '../domain/reasons.ts';
import type { CrewBackend, Registration } from '../server/crew-backend.ts';
import { beginRegistration, confirmRegistration, refuseRegistration } from '../store/crew-store.ts';
import type { Database } from '../store/database.ts';

/** `not-stored`: this browser stores nothing, so nothing was sent. */
export type RegisterOutcome = Registration['outcome'] | 'not-stored' | { reason: RetryReason };

const REQUEST_MS = 30_000;

/** Registers this phone by a code of the office; `device`: its name for the office. Never rejects. */
export async function registerPhone(
  db: Database,
  backend: Pick<CrewBackend, 'register'>,
  { code, device }: { code: string; device: string },
): Promise<RegisterOutcome> {
  try {
    const { secret } = await beginRegistration(db);
    const read = await backend.register({ code, secret, device }, REQUEST_MS);
    if (read.outcome === 'retry') return { reason: read.reason };
    if (read.outcome === 'rejected') return { reason: 'server' };
    const { value } = read;
    if (value.outcome === 'registered') await confirmRegistration(db, secret, value.name);
    else await refuseRegistration(db, secret);
    return value.outcome;
  } catch (error) {
    console.warn('The registration could not be stored:', error);
    return 'not-stored';
  }
}
