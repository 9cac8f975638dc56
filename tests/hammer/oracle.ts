/**
 * Compares the statements to people with the office's data.
 *
 * Every wish has its own email address, which no edit changes, and every edition its number. A
 * wish's records are therefore the rows with its address, whatever their ids.
 *
 * - **lost**: the wish was not given up, the person was told that it is saved or sent, or relied on
 *   the product; there is no
 *   row and nothing is queued. Or: an application's row exists, but its file is missing or another one.
 * - **twice**: more than one row. An edit is not a second wish. A page that dies before it could store
 *   anything on its device may have sent it from memory: then its person types it again.
 * - **false words**: a statement is false:
 *   - `sent`, but there is no such row, or the server had not confirmed it by then, or the row holds another edition than the
 *     last one sent and nobody was told that an earlier one had arrived;
 *   - `alert-sent`, but the office's mail server never accepted a mail about it;
 *   - `refused` or `not-sent`, but the server had confirmed it by then, or has it at the end if this was the last statement: a
 *     request that was given up may arrive late, so the statement has to allow for it;
 *   - `discarded` without a warning that it may have arrived, but there is a row, and nobody submitted its open form again.
 * - **needless**: a record needed its sender, although it had no fault and no answer of the server
 *   named one.
 * - **stuck**: hours after the faults, with every decision of the sender made, an entry is still
 *   queued.
 *
 * `alert-not-sent` after the mail went out is not false: without the answer the device cannot know
 * that it went out, and the office only checks once more. It is counted separately, and so are
 * files without a row.
 */
import type { Statement, Wish } from './ledger.ts';
import type { Finding } from './report.ts';

export interface StoredRow {
  id: string;
  email: string;
  edition: number;
  /** The file's path in its bucket; null without one. */
  path: string | null;
}

export interface Office {
  /** Rows by their email address. */
  rows: ReadonlyMap<string, readonly StoredRow[]>;
  /** The stored file of each path that a row names. */
  files: ReadonlyMap<string, { size: number; sha256: string }>;
  /** Ids of records about which the office's mail server accepted a mail. */
  mailed: ReadonlySet<string>;
}

export const FAULTS = ['lost', 'twice', 'false words', 'needless', 'stuck'] as const;
export type Fault = (typeof FAULTS)[number];

/** All findings about a wish. */
export function judge(wish: Wish, office: Office): Finding[] {
  const rows = office.rows.get(wish.email) ?? [];
  const found = (fault: Fault, reasons: string[]): Finding[] =>
    reasons.map((why) => ({ fault, subject: wish.email, why }));
  return [
    ...found('lost', findLoss(wish, rows, office)),
    ...found(
      'twice',
      rows.length > 1 && !wish.isRetyped
        ? [
            `${rows.length} rows: ${rows.map(({ id, edition }) => `${id} (edition ${edition})`).join(', ')}`,
          ]
        : [],
    ),
    ...found('false words', findFalseStatements(wish, rows, office)),
    ...found('needless', findNeedless(wish)),
    ...found(
      'stuck',
      wish.waiting.map((id) => `${id} still waits`),
    ),
  ];
}

function findLoss(wish: Wish, rows: readonly StoredRow[], { files }: Office): string[] {
  if (rows.length === 0)
    return wish.isGivenUp || wish.waiting.length > 0 ? [] : ['there is no row, and nothing waits'];
  return rows.flatMap(({ id, path }) => {
    if (!wish.resume) return [];
    const file = path === null ? undefined : files.get(path);
    if (!file) return [`the file of ${id} is not there`];
    return file.sha256 === wish.resume.sha256
      ? []
      : [`the file of ${id} is another: ${file.size} bytes instead of ${wish.resume.size}`];
  });
}

const findNeedless = ({ statements }: Wish): string[] =>
  statements.flatMap((statement) =>
    statement.what === 'needless'
      ? [`${statement.id} needed its sender for nothing: ${statement.reason}`]
      : [],
  );

function findFalseStatements(wish: Wish, rows: readonly StoredRow[], { mailed }: Office): string[] {
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const hadArrived = (id: string) =>
    wish.statements.some((statement) => statement.what === 'had-arrived' && statement.id === id);
  const isLastStatement = (statement: Statement) =>
    !wish.statements
      .slice(wish.statements.indexOf(statement) + 1)
      .some(({ id }) => id === statement.id);

  const isSubmittedAgain = (statement: Statement) =>
    wish.statements
      .slice(wish.statements.indexOf(statement))
      .some(({ what, id }) => what === 'submitted-again' && id === statement.id);

  const lies = wish.statements.flatMap((statement): string[] => {
    const { what, id } = statement;
    const row = rowOf(id);
    switch (what) {
      case 'sent':
        if (!row) return [`${id} was called sent, and there is no such row`];
        if (!statement.wasStored) return [`${id} was called sent before the server had it`];
        if (![row.edition, null].includes(statement.edition) && !hadArrived(id))
          return [
            `edition ${statement.edition} of ${id} was called sent, and edition ${row.edition} is stored`,
          ];
        return [];
      case 'alert-sent':
        return mailed.has(id) ? [] : [`the alert of ${id} was called sent, and no mail went out`];
      case 'refused':
      case 'not-sent':
        if (statement.wasStored) return [`${id} was called ${what} when it was stored`];
        return row && isLastStatement(statement)
          ? [`the last word about ${id} was ${what}, and it is stored`]
          : [];
      case 'discarded':
        return row && !statement.mayHaveArrived && !isSubmittedAgain(statement)
          ? [`${id} was discarded as one that was not sent, and it is stored`]
          : [];
      case 'had-arrived':
        return row
          ? []
          : [`${id} was said to have arrived before its edit, and there is no such row`];
      case 'unfounded':
        return [`a form said ${statement.text}, without a reason`];
      case 'needless':
      case 'submitted-again':
      case 'saved':
      case 'may-have-arrived':
      case 'alert-not-sent':
        return [];
    }
  });
  return [...new Set(lies)];
}
