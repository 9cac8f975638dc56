import { useLiveQuery } from 'dexie-react-hooks';
import { ENTITY_NAMES, type Entity } from '../../core/domain/entities.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';
import { keepFact } from './keep-fact.ts';

type Newest = Partial<Record<Entity, string>>;

/** Since when rows count as new, a user: what the visit before this page load saw last. */
const seenBefore = new Map<string, Promise<Newest | null>>();

/** How many rows of each list came since the administrator's last visit. A first visit has nothing new. */
export function useNewRows(): Partial<Record<Entity, number>> {
  const userId = useAdministrator()?.id;
  return useLiveQuery(() => (userId === undefined ? {} : countNew(userId)), [userId]) ?? {};
}

async function countNew(userId: string): Promise<Partial<Record<Entity, number>>> {
  const since = await lastSeen(userId);
  if (!since) return {};
  const counts = await Promise.all(ENTITY_NAMES.map((entity) => newerThan(userId, entity, since[entity] ?? '').count()));
  return Object.fromEntries(ENTITY_NAMES.map((entity, index) => [entity, counts[index] ?? 0]));
}

const newerThan = (userId: string, table: Entity, createdAt: string) =>
  db.keptRows
    .where('[userId+table+createdAt+id]')
    .between([userId, table, createdAt, '\uffff'], [userId, table, '\uffff', '\uffff'], false);

function lastSeen(userId: string): Promise<Newest | null> {
  const known = seenBefore.get(userId);
  if (known) return known;
  const read = db.portalFacts.get([userId, 'last-visit']).then((fact) => (fact?.value as Newest | undefined) ?? null);
  seenBefore.set(userId, read);
  return read;
}

/** Remembers the newest row of each list, for the next visit to compare with. */
export async function noteVisit(userId: string): Promise<void> {
  await lastSeen(userId);
  const newest = await Promise.all(ENTITY_NAMES.map((entity) => newerThan(userId, entity, '').last()));
  const value: Newest = Object.fromEntries(ENTITY_NAMES.map((entity, index) => [entity, newest[index]?.createdAt ?? '']));
  await keepFact({ userId, key: 'last-visit', value });
}
