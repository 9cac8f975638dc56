import { ENTITY_NAMES, type Entity } from '../../core/domain/entities.ts';
import type { CopyDatabase } from '../../core/store/copy-database.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { db } from '../outbox/outbox.ts';
import { keepFact } from './keep-fact.ts';

/** The time of the newest row that was seen of each list, ISO 8601; empty for a list that was. */
type Seen = Partial<Record<Entity, string>>;

/** The rows of a list on this device that were made after this time, ISO 8601, oldest first. */
export const newerThan = (copy: CopyDatabase, table: Entity, createdAt: string) =>
  copy.keptRows.where('[table+createdAt+id]').between([table, createdAt, '\uffff'], [table, '\uffff', '\uffff'], false);

/** The time of the newest row of a list on this device, ISO 8601; empty when it has none. */
export const newestTime = async (copy: CopyDatabase, table: Entity): Promise<string> =>
  (await newerThan(copy, table, '').last())?.createdAt ?? '';

const readSeen = async (userId: string): Promise<Seen> => ((await db.portalFacts.get([userId, 'last-visit']))?.value as Seen | undefined) ?? {};

/** How many rows came to each list since it was open last. A list that never was has nothing new. */
export async function countNew(copy: CopyDatabase, userId: string): Promise<Partial<Record<Entity, number>>> {
  const seen = await readSeen(userId);
  const counts = await Promise.all(ENTITY_NAMES.map((entity) => (seen[entity] === undefined ? 0 : newerThan(copy, entity, seen[entity]).count())));
  return Object.fromEntries(ENTITY_NAMES.map((entity, index) => [entity, counts[index] ?? 0]));
}

/** Remembers what is in the lists that were never open, so that what comes from now on is new in them. */
export async function noteFirstVisit(userId: string): Promise<void> {
  const current = currentCopy();
  if (current?.userId !== userId) return;
  const seen = await readSeen(userId);
  const unseen = ENTITY_NAMES.filter((entity) => seen[entity] === undefined);
  if (unseen.length === 0) return;
  const newest = await Promise.all(unseen.map(async (entity) => [entity, await newestTime(current.copy, entity)] as const));
  await keepFact({ userId, key: 'last-visit', value: { ...Object.fromEntries(newest), ...seen } });
}

/** Remembers that a list was open, up to a row of this time. Answers up to which it was known before; null: never. */
export async function noteSeen(userId: string, entity: Entity, upTo: string): Promise<string | null> {
  const seen = await readSeen(userId);
  if (seen[entity] !== upTo) await keepFact({ userId, key: 'last-visit', value: { ...seen, [entity]: upTo } });
  return seen[entity] ?? null;
}
