import type { PortalFact } from '../../core/store/admin-rows.ts';
import { db } from '../../runtime/database.ts';

/**
 * Stores a fact of a user whose role this device knows. A wipe deletes the role, so facts after it
 * are dropped. False if this device did not keep it. Never rejects.
 */
export async function keepFact(fact: PortalFact): Promise<boolean> {
  return db
    .transaction('rw', db.portalFacts, async () => {
      const hasRole = (await db.portalFacts.get([fact.userId, 'role'])) !== undefined;
      if (hasRole) await db.portalFacts.put(fact);
      return hasRole;
    })
    .catch((error: unknown) => {
      console.warn('A fact could not be kept:', error);
      return false;
    });
}
