import type { PortalFact } from '../../core/store/admin-rows.ts';
import { db } from '../../runtime/database.ts';

/**
 * Keeps a fact of a user whose role this device knows. A wipe takes the role with it, so that what comes after it is
 * dropped. Never rejects: a fact is a courtesy.
 */
export async function keepFact(fact: PortalFact): Promise<void> {
  await db
    .transaction('rw', db.portalFacts, async () => {
      if (await db.portalFacts.get([fact.userId, 'role'])) await db.portalFacts.put(fact);
    })
    .catch((error: unknown) => console.warn('A fact could not be kept:', error));
}
