/**
 * Compares the statements to visitors with the office's data.
 *
 * Every wish has its own email address, which no edit changes, and every edition its number. A
 * wish's records are therefore the rows with its address, whatever their ids. An edit is not a second
 * wish. `alert-not-sent` after the mail went out is not false: without the answer the device cannot know
 * that it went out. It is counted separately, and so are files without a row.
 */
import type { Statement, Wish } from '../ledger.ts';
import { findAll, type Finding, type Rules } from './finding.ts';

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

const rowsOf = ({ email }: Wish, { rows }: Office) => rows.get(email) ?? [];

const SUBMISSION: Rules<Wish, Office> = {
  // Its person did not give it up, and relied on the product.
  lost: findLoss,
  // A page that dies before it could store anything on its device may have sent it from memory:
  // then its person types it again.
  'stored twice': (wish, office) => {
    const rows = rowsOf(wish, office);
    return rows.length > 1 && !wish.isRetyped
      ? [
          `${rows.length} rows: ${rows.map(({ id, edition }) => `${id} (edition ${edition})`).join(', ')}`,
        ]
      : [];
  },
  'false statement': findFalseStatements,
  // Neither the server nor the device had found a fault in the record.
  'needless refusal': ({ statements }) =>
    statements.flatMap((statement) =>
      statement.what === 'needless'
        ? [`${statement.id} needed its sender for nothing: ${statement.reason}`]
        : [],
    ),
  stuck: ({ waiting }) => waiting.map((id) => `${id} still waits`),
};

function findLoss(wish: Wish, office: Office): string[] {
  const rows = rowsOf(wish, office);
  if (rows.length === 0)
    return wish.isGivenUp || wish.waiting.length > 0 ? [] : ['there is no row, and nothing waits'];
  return rows.flatMap(({ id, path }) => {
    if (!wish.resume) return [];
    const file = path === null ? undefined : office.files.get(path);
    if (!file) return [`the file of ${id} is not there`];
    return file.sha256 === wish.resume.sha256
      ? []
      : [`the file of ${id} is another: ${file.size} bytes instead of ${wish.resume.size}`];
  });
}

function findFalseStatements(wish: Wish, office: Office): string[] {
  const rowOf = (id: string) => rowsOf(wish, office).find((row) => row.id === id);
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
        return office.mailed.has(id)
          ? []
          : [`the alert of ${id} was called sent, and no mail went out`];
      case 'refused':
      case 'not-sent':
        if (statement.wasStored) return [`${id} was called ${what} when it was stored`];
        return row && isLastStatement(statement)
          ? [`the last statement about ${id} was ${what}, and it is stored`]
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

export const judgeWish = (wish: Wish, office: Office): Finding[] =>
  findAll(SUBMISSION, wish.email, wish, office);
