/**
 * Compares administrators' changes of lists with the server's data.
 *
 * A record must be gone if it was called deleted. Otherwise it must exist if it existed before them
 * or was called added. A refused, discarded or undone change must have no effect. The effect of one
 * that may have arrived is unknown.
 */
import type { Change, Item } from '../ledger.ts';
import { findAll, type Finding, type Rules } from './finding.ts';

export interface Archive {
  /** Ids of rows, by their mark. */
  rows: ReadonlyMap<string, readonly string[]>;
  /** The hash of each stored file, by path. */
  files: ReadonlyMap<string, string>;
}

interface ChangedItem extends Item {
  /** The changes of all administrators. */
  changes: readonly Change[];
}

const ITEM: Rules<ChangedItem, Archive> = {
  lost: (item, { rows, files }) => {
    if (due(item, rows) !== 'there') return [];
    if (!rows.has(item.mark)) return ['there is no row, and nobody deleted it'];
    const stored = item.file && files.get(item.file.path);
    if (!item.file || stored === item.file.sha256) return [];
    return [`its file is ${stored ? 'another' : 'not there'}`];
  },
  'stored twice': ({ mark }, { rows }) => {
    const { length } = rows.get(mark) ?? [];
    return length > 1 ? [`${length} rows`] : [];
  },
  'false statement': (item, { rows }) =>
    due(item, rows) === 'deleted' && rows.has(item.mark)
      ? ['it was said to be deleted, and there is a row']
      : [],
  'left behind': (item, { rows, files }) => {
    const hasRow = rows.has(item.mark);
    const hasFile = item.file !== null && files.has(item.file.path);
    switch (due(item, rows)) {
      case 'not added':
        return [
          ...(hasRow ? ['it was not added, and there is a row'] : []),
          ...(hasFile ? ['it was not added, and there is a file'] : []),
        ];
      case 'deleted':
        return hasFile && !hasRow ? ['it was deleted, and there is a file'] : [];
      default:
        return [];
    }
  },
};

/** The state that a record has to be in; unknown while a change is, and for one that is there twice. */
function due(
  { id, mark, changes }: ChangedItem,
  rows: Archive['rows'],
): 'there' | 'deleted' | 'not added' | 'unknown' {
  const fatesOf = (kind: Change['kind']) =>
    changes
      .filter((change) => change.kind === kind && change.ids.includes(id))
      .map(({ fate }) => fate);
  const [added = 'done'] = fatesOf('addition');
  const deletions = fatesOf('deletion');
  const isUnknown = [added, ...deletions].some((fate) =>
    ['waiting', 'vanished', 'unsure'].includes(fate),
  );
  if (isUnknown || (rows.get(mark) ?? []).length > 1) return 'unknown';
  if (added !== 'done') return 'not added';
  return deletions.includes('done') ? 'deleted' : 'there';
}

export const judgeItem = (item: ChangedItem, archive: Archive): Finding[] =>
  findAll(ITEM, item.mark, item, archive);
