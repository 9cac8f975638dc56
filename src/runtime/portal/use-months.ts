import type { Entity } from '../../core/domain/entities.ts';
import { placeBefore } from '../../core/sync/read-window.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { useCopied } from './use-copied.ts';

/** When the newest and the oldest row of a list, newest first, were made, ISO 8601; undefined until that is read, or when it has none. */
export function useSpan(table: Entity, ids: readonly string[]): { newest: string; oldest: string } | undefined {
  const [first, last] = [ids[0] ?? '', ids.at(-1) ?? ''];
  return useCopied(async (copy) => {
    const [newest, oldest] = await copy.keptRows.bulkGet([[table, first], [table, last]]);
    return newest && oldest && { newest: newest.createdAt, oldest: oldest.createdAt };
  }, [table, first, last]);
}

/** The place in a list, newest first, of the newest row made before a time, in milliseconds since 1970; the list's length when there is none. */
export async function findPlace(table: Entity, ids: readonly string[], before: number): Promise<number> {
  const current = currentCopy();
  return current ? placeBefore(current.copy, { table, ids, before }) : 0;
}
