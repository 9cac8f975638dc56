import type { PortalFact } from '../core/store/device-schema.ts';
import { db } from '../runtime/database.ts';

/**
 * Stores a fact of a user whose role this device knows. A wipe deletes the role, so facts after it
 * are dropped. Never rejects: a fact is only a convenience.
 */
export async function saveFact(fact: PortalFact): Promise<void> {
  await db
    .transaction('rw', db.portalFacts, async () => {
      if (await db.portalFacts.get([fact.userId, 'role'])) await db.portalFacts.put(fact);
    })
    .catch((error: unknown) => console.warn('A fact could not be kept:', error));
}
