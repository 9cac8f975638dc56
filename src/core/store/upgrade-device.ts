import type { Table, Transaction } from 'dexie';
import { mintId } from '../domain/mint-id.ts';
import type { EntryState, FileRow, ServerMayHave, StoredForm } from './device-schema.ts';

/**
 * Version 2 of the device's database. Version 1 has two formats, of which a device may have rows of
 * both: one with a queue for visitors and another for administrators, and one with a single queue.
 * Each row is mapped by its own fields (docs/decisions/0010-releases-and-installs.md).
 */

type Row = Record<string, unknown>;

const FORMER_TABLES = {
  entries: 'adminEntries',
  files: 'adminFiles',
  receipts: 'changeReceipts',
} as const;

const KINDS: Readonly<Record<string, string>> = {
  'request-answer': 'customer-answer',
  create: 'addition',
  delete: 'deletion',
  answer: 'office-answer',
};

const SERVER_MAY_HAVE: Readonly<Record<string, ServerMayHave>> = {
  none: 'nothing',
  begun: 'file',
  possible: 'record',
  edited: 'former-record',
  'before-edit': 'only-former-record',
};

const FORMAT = 4;

/** Moves and maps all rows of version 1. */
export async function upgradeDevice(device: Transaction): Promise<void> {
  for (const [name, former] of Object.entries(FORMER_TABLES))
    if (has(device, former)) await moveRows(device.table(former), device.table(name));
  await mapRows(device.table('entries'), mapEntry);
  await mapRows(device.table('receipts'), mapReceipt);
  await splitFiles(device);
  await moveForms(device);
}

const has = ({ idbtrans }: Transaction, table: string): boolean =>
  idbtrans.objectStoreNames.contains(table);

/** Row by row, because a file may have ten megabytes. A row that is there already stays. */
async function moveRows(from: Table<Row, string>, to: Table<Row, string>): Promise<void> {
  for (const id of await from.toCollection().primaryKeys()) {
    const row = await from.get(id).catch(() => undefined);
    if (row && !(await to.where('id').equals(id).count())) await to.add(row);
  }
}

async function mapRows(table: Table<Row, string>, map: (row: Row) => Row): Promise<void> {
  for (const row of await table.toArray()) await table.put(map(row));
}

function mapEntry(row: Row): Row {
  const { arrival, state, kind = 'submission', submission, datePassedConfirmed, ...rest } = row;
  const isSubmission = kind === 'submission';
  const [first] = row.ofDiscarded ? (row.rows as unknown[]) : [];
  return {
    ...rest,
    ...(isSubmission ? (submission as object) : { kind: kindOf(row) }),
    // The removal of a discarded addition was a deletion of one row.
    ...(first !== undefined && { row: first, step: 'row' }),
    userId: row.userId ?? null,
    version: FORMAT,
    state: mapState(state as FormerState),
    serverMayHave: SERVER_MAY_HAVE[arrival as string] ?? 'record',
    ...(isSubmission && row.step === 'email' && { isStored: true }),
    ...(datePassedConfirmed === true && { isDatePassedConfirmed: true }),
  };
}

type FormerState =
  EntryState | { name: 'being-edited'; tries: number; since: number; forMs: number };

const mapState = (state: FormerState): EntryState =>
  state.name === 'being-edited'
    ? {
        name: 'waiting',
        tries: state.tries,
        retry: { reason: 'editing', at: state.since, delayMs: state.forMs },
      }
    : state;

const kindOf = ({ kind, ofDiscarded }: Row) =>
  ofDiscarded === true ? 'withdrawal' : (KINDS[kind as string] ?? kind);

function mapReceipt({ sentAt, form, hadArrived, ...row }: Row): Row {
  return {
    userId: null,
    refusal: null,
    ...(sentAt !== undefined && { settledAt: sentAt }),
    ...row,
    kind: form ?? kindOf(row),
    ...(hadArrived === true && { hasOnlyFormer: true }),
  };
}

/** Version 1 stored two pictures of an addition one after the other. */
async function splitFiles(device: Transaction): Promise<void> {
  const files = device.table<FileRow, string>('files');
  for (const entry of await device.table<Row>('entries').toArray()) {
    const { id, kind, step, file, originals } = entry as {
      id: string;
      kind: string;
      step: unknown;
      file: { size: number } | null;
      originals?: { size: number }[];
    };
    const size = step === 'prepare' ? originals?.[0]?.size : file?.size;
    if (kind !== 'addition' || size === undefined) continue;
    const row = await files.get(id).catch(() => undefined);
    if (!row || row.bytes.byteLength <= size) continue;
    await files.put({ id, bytes: row.bytes.slice(0, size), second: row.bytes.slice(size) });
  }
}

/** Drafts of visitors were a table, and those of administrators facts. */
async function moveForms(device: Transaction): Promise<void> {
  const forms = device.table<StoredForm, string>('forms');
  for (const { form, edits, ...draft } of await device.table<Row>('drafts').toArray())
    await forms.put({
      ...draft,
      key: form,
      userId: null,
      ...(edits !== undefined && { replaces: edits }),
    } as StoredForm);
  for (const { form, ...file } of await device.table<Row>('draftFiles').toArray())
    await device.table('formFiles').put({ ...file, key: form });
  for (const { userId, key, value } of await device.table('portalFacts').toArray()) {
    const [, list] = /^draft:(.+)$/.exec(String(key)) ?? [];
    if (list === undefined) continue;
    const { values } = value as { values: unknown };
    await forms.put({
      key: `${userId} ${list}`,
      userId: String(userId),
      id: mintId(),
      values,
      savedAt: Date.now(),
    });
    await device.table('portalFacts').delete([userId, key]);
  }
}
