/**
 * Compares what people were told with what the office has.
 *
 * Every wish has an email address of its own, which no edit changes; every edition of it carries its number. So a wish's
 * records are the rows with its address, whatever their ids.
 *
 * - **lost**: the person has not given it up, they were told that it is saved, sent, or they just left it to the product;
 *   there is no row, and nothing waits. Or: the row of an application is there, and its file is not, or is another.
 * - **twice**: more than one row. An edit is no second wish.
 * - **false words**: what was said is not so:
 *   - `sent`, and there is no such row, or the server had not called it stored when it was said, or the row holds an edition
 *     other than the one last sent and nobody said that an earlier one had arrived;
 *   - `alert-sent`, and the office's mail server never took a mail about it;
 *   - `refused` or `not-sent`, and the server had called it stored by then; the same at the end, when it was the last word
 *     about a record: a request given up on may arrive late, so what may have arrived has to be called so;
 *   - `discarded` without the word that it may have arrived, and there is a row.
 * - **needless**: a record needed its sender, and no answer of the server named a fault in it, nor was there one.
 * - **stuck**: the faults are over, hours have passed, everything that needs its sender has had its sender; it still waits.
 *
 * `alert-not-sent` after the mail went out is no false word: nobody on the device can know that it went out when the answer
 * is lost, and the office is only asked to look once more. It is counted apart, as is a file that no row names.
 */
import type { Told, Wish } from './ledger.ts';
import type { Finding } from './report.ts';

export interface StoredRow {
  id: string;
  email: string;
  edition: number;
  /** The file's path in its bucket; null without one. */
  path: string | null;
}

export interface Office {
  /** By the email address in them. */
  rows: ReadonlyMap<string, readonly StoredRow[]>;
  /** What is stored under each path that a row names. */
  files: ReadonlyMap<string, { size: number; sha256: string }>;
  /** Ids of records about which the office's mail server took a mail. */
  mailed: ReadonlySet<string>;
}

export const FAULTS = ['lost', 'twice', 'false words', 'needless', 'stuck'] as const;
export type Fault = (typeof FAULTS)[number];

/** Everything that is wrong with a wish. */
export function judge(wish: Wish, office: Office): Finding[] {
  const rows = office.rows.get(wish.email) ?? [];
  const found = (fault: Fault, reasons: string[]): Finding[] =>
    reasons.map((why) => ({ fault, subject: wish.email, why }));
  return [
    ...found('lost', findLoss(wish, rows, office)),
    ...found(
      'twice',
      rows.length > 1
        ? [
            `${rows.length} rows: ${rows.map(({ id, edition }) => `${id} (edition ${edition})`).join(', ')}`,
          ]
        : [],
    ),
    ...found('false words', findFalseWords(wish, rows, office)),
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

const findNeedless = ({ told }: Wish): string[] =>
  told.flatMap((word) =>
    word.what === 'needless' ? [`${word.id} needed its sender for nothing: ${word.reason}`] : [],
  );

function findFalseWords(wish: Wish, rows: readonly StoredRow[], { mailed }: Office): string[] {
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const hadArrived = (id: string) =>
    wish.told.some((told) => told.what === 'had-arrived' && told.id === id);
  const isLastWord = (told: Told) =>
    !wish.told.slice(wish.told.indexOf(told) + 1).some(({ id }) => id === told.id);

  const lies = wish.told.flatMap((told): string[] => {
    const { what, id } = told;
    const row = rowOf(id);
    switch (what) {
      case 'sent':
        if (!row) return [`${id} was called sent, and there is no such row`];
        if (!told.wasStored) return [`${id} was called sent before the server had it`];
        if (row.edition !== told.edition && !hadArrived(id))
          return [
            `edition ${told.edition} of ${id} was called sent, and edition ${row.edition} is stored`,
          ];
        return [];
      case 'alert-sent':
        return mailed.has(id) ? [] : [`the alert of ${id} was called sent, and no mail went out`];
      case 'refused':
      case 'not-sent':
        if (told.wasStored) return [`${id} was called ${what} when it was stored`];
        return row && isLastWord(told)
          ? [`the last word about ${id} was ${what}, and it is stored`]
          : [];
      case 'discarded':
        return row && !told.mayHaveArrived
          ? [`${id} was discarded as one that was not sent, and it is stored`]
          : [];
      case 'had-arrived':
        return row
          ? []
          : [`${id} was said to have arrived before its edit, and there is no such row`];
      case 'unfounded':
        return [`a form said ${told.words}, without a reason`];
      case 'needless':
      case 'saved':
      case 'may-have-arrived':
      case 'alert-not-sent':
        return [];
    }
  });
  return [...new Set(lies)];
}
