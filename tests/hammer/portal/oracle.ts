/**
 * Compares two administrators' changes, and the statements to them, with the server's data.
 *
 * A record must be gone if it was called deleted. Otherwise it must exist if it existed before them
 * or was called added. A refused, discarded or undone change must have no effect. The effect of one
 * that may have arrived is unknown.
 *
 * - **lost**: a record that must exist has no row, or its file is missing or another one; or a
 *   change is neither queued nor
 *   decided.
 * - **twice**: more than one row of a record.
 * - **false words**: a record that was called deleted has a row; a record was called added before
 *   the server had it; a refusal
 *   that nobody gave; the screen shows a row that was called deleted, or lacks one that nobody deleted; at the end, a replica
 *   that differs from the database.
 * - **left behind**: a row or file of a discarded or refused addition, the file of a deleted
 *   record, or a file on the device
 *   without an entry.
 * - **stuck**: after the faults an entry is still queued on a device.
 */
import type { Change } from '../changes.ts';
import type { Finding } from '../report.ts';
import type { Account, Item } from './ledger.ts';

export interface Archive {
  /** Ids of rows, by their mark. */
  rows: ReadonlyMap<string, readonly string[]>;
  /** The hash of each stored file, by path. */
  files: ReadonlyMap<string, string>;
}

export const PORTAL_FAULTS = ['lost', 'twice', 'false words', 'left behind', 'stuck'] as const;
type Fault = (typeof PORTAL_FAULTS)[number];

/** All findings about two administrators' changes. */
export function judgePair(
  items: readonly Item[],
  accounts: readonly Account[],
  archive: Archive,
): Finding[] {
  return [
    ...items.flatMap((item) => judgeItem(item, accounts, archive)),
    ...accounts.flatMap((account) => judgeAccount(account, items, accounts)),
  ];
}

const changesOf = ({ id }: Item, accounts: readonly Account[], kind: Change['kind']) =>
  accounts.flatMap(({ changes }) =>
    changes.filter((change) => change.kind === kind && change.ids.includes(id)),
  );

function judgeItem(item: Item, accounts: readonly Account[], { rows, files }: Archive): Finding[] {
  const found = (fault: Fault, why: string): Finding => ({
    fault,
    subject: item.mark,
    why: `${item.id}: ${why}`,
  });
  const ids = rows.get(item.mark) ?? [];
  const deletions = new Set(changesOf(item, accounts, 'deletion').map(({ fate }) => fate));
  const added = changesOf(item, accounts, 'addition')[0]?.fate ?? 'done';
  const file = item.file && files.get(item.file.path);

  if (ids.length > 1) return [found('twice', `${ids.length} rows`)];
  // Judged already, as stuck or as vanished; or nobody was told.
  if ([added, ...deletions].some((fate) => ['waiting', 'vanished', 'unsure'].includes(fate)))
    return [];
  if (added !== 'done') {
    const remains = [...(ids.length > 0 ? ['a row'] : []), ...(file ? ['a file'] : [])];
    return remains.map((what) => found('left behind', `it was ${added}, and there is ${what}`));
  }
  if (deletions.has('done')) {
    if (ids.length > 0)
      return [found('false words', 'it was said to be deleted, and there is a row')];
    return file ? [found('left behind', 'it was deleted, and there is a file')] : [];
  }
  if (ids.length === 0) return [found('lost', 'there is no row, and nobody deleted it')];
  return item.file && file !== item.file.sha256
    ? [found('lost', `its file is ${file ? 'another' : 'not there'}`)]
    : [];
}

function judgeAccount(
  { name, changes, lies, missed, waiting, differences, leftFiles }: Account,
  items: readonly Item[],
  accounts: readonly Account[],
): Finding[] {
  const found = (fault: Fault, reasons: readonly string[]): Finding[] =>
    reasons.map((why) => ({ fault, subject: name, why }));
  const vanished = items.filter((item) => {
    const wasUndone = changesOf(item, accounts, 'addition').some(({ fate }) => fate !== 'done');
    return missed.has(item.id) && !wasUndone && changesOf(item, accounts, 'deletion').length === 0;
  });
  const forgotten = changes.filter(({ fate }) => fate === 'vanished');
  return [
    ...found(
      'lost',
      forgotten.map(({ kind, id }) => `${kind} ${id} neither waits nor is anything decided`),
    ),
    ...found('false words', [
      ...lies,
      ...differences,
      ...vanished.map(({ id }) => `${id} was on the screen and then not, and nobody deleted it`),
    ]),
    ...found('left behind', leftFiles > 0 ? [`${leftFiles} files on the device`] : []),
    ...found(
      'stuck',
      waiting.map((id) => `${id} still waits`),
    ),
  ];
}
