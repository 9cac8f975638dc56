import { CREATIONS, creationPath, parseCreation, type Creation } from '../domain/creation.ts';
import { ENTITIES } from '../domain/entities.ts';
import { smallPicture } from '../domain/gallery.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import {
  attentionOf,
  factsOf,
  isReadable,
  mayHaveRecord,
  newEntry,
  stateOf,
  triesOf,
  type FlushView,
  type Fresh,
  type NewFile,
  type PickedFile,
  type ShownState,
} from '../outbox/entry.ts';
import { noPrecheck, type StepFailure, type StepResult } from '../outbox/mutation.ts';
import { readPayload } from '../outbox/queue.ts';
import type { AdminBackend } from '../server/admin-backend.ts';
import type { OutgoingFile, SendResult } from '../server/backend.ts';
import type {
  Attention,
  FileBytes,
  FileFacts,
  OutboxEntry,
  Receipt,
} from '../store/device-schema.ts';
import { applyConfirmed } from '../store/replica-database.ts';
import type { AdminEntry, AdminMutation, AdminPorts, PreparePicture } from './admin-mutation.ts';
import { createWithdrawal } from './row-removal.ts';

/** An addition to a list. Its file is null before the step `prepare`, and without a picture. */
export interface AdditionEntry extends AdminEntry<'prepare' | 'file' | 'row'> {
  kind: 'addition';
  creation: Creation;
  /** The picture as it was picked, or two to join. */
  originals?: readonly OriginalFacts[];
}

/** A picked picture without its bytes. */
export type OriginalFacts = Omit<FileFacts, 'path'>;

export interface AdditionReceipt extends Receipt {
  kind: 'addition';
  entity: Creation['entity'];
}

/**
 * A new entry that adds a row to a list, with the pictures as they were picked. The minted id is the
 * row's primary key and part of its file's path. Null when a value breaks a rule, or a picture has
 * no file: a fault of the form.
 */
export function createAddition(
  creation: Creation,
  originals: readonly PickedFile[],
  userId: string,
  now: number,
): Fresh<AdditionEntry> | null {
  const parsed = parseCreation(creation);
  const [first, second] = originals;
  if (!parsed || (CREATIONS[parsed.entity].needsFile && !first)) return null;
  const entry: AdditionEntry = {
    ...newEntry('addition', userId, now),
    creation: parsed,
    ...(first && { originals: originals.map(factsOfOriginal) }),
    file: null,
    step: first ? 'prepare' : 'row',
  };
  return {
    entry,
    file: first ? { bytes: first.bytes, ...(second && { second: second.bytes }) } : null,
  };
}

const factsOfOriginal = ({ name, type, bytes }: PickedFile): OriginalFacts => ({
  name,
  type,
  size: bytes.byteLength,
});

const isAddition = (entry: OutboxEntry): entry is AdditionEntry => entry.kind === 'addition';

/** It prepares and uploads its picture, then inserts its row. */
export const addition: AdminMutation<AdditionEntry> = {
  steps: ({ step, file }) =>
    step === 'prepare' ? ['prepare', 'file', 'row'] : file ? ['file', 'row'] : ['row'],
  recordStep: 'row',
  localStep: 'prepare',
  precheck: noPrecheck,

  async perform(entry, { readFile, lastRetry }, ports) {
    const { userId, creation, step } = entry;
    const backend = ports.backendOf(userId);
    if (step === 'row') return backend.insertRow(creation.entity, rowOf(entry, backend.publicUrl));
    const file = await readPayload(entry, lastRetry, readFile);
    if (!file) return FILE_LOST;
    return step === 'prepare'
      ? prepareAddition(entry, file, ports.preparePicture)
      : uploadFile(entry, file, backend, ports);
  },

  rateLimit: ({ creation }) => `change ${creation.entity}`,
  afterRefusal: () => 'ask',

  async applyLocally(entry, refusal, now, _, { replicaOf, backendOf }) {
    const { userId, creation } = entry;
    const replica = replicaOf(userId);
    if (!replica || refusal) return;
    const row = savedRowOf(entry, backendOf(userId), now);
    await applyConfirmed(replica, { table: creation.entity, gone: [], row });
  },

  receipt: ({ creation }) => ({ entity: creation.entity }) satisfies Partial<AdditionReceipt>,
  isReceiptNeeded: () => false,
  undo: (entry, now) => ({
    isPossible: true,
    maybeTooLate: false,
    replacement: withdrawalOf(entry, now),
  }),
  entity: ({ creation }) => creation.entity,
  resolvedAt: ({ creation }) => ({ screen: 'list', entity: creation.entity }),
  // Shown beside the rows, not among them: `waitingAdditions`.
  overlay: async ({ creation }) => ({ table: creation.entity, hides: [], change: null }),
  addedRow: ({ id }) => id,
  replaces: () => [],
  afterDiscard: withdrawalOf,
};

/** A page that was killed this often while it prepared a picture has too little memory for it. */
const PREPARE_TRIES = 3;

/**
 * Prepares an entry's picture. A step of its own: the file's path is stored before the file can be
 * on the server.
 */
export async function prepareAddition(
  entry: AdditionEntry,
  { bytes, second }: FileBytes,
  preparePicture: PreparePicture,
): Promise<StepResult<AdditionEntry>> {
  const { id, creation, originals } = entry;
  const { picture } = CREATIONS[creation.entity];
  const [one, other] = originals ?? [];
  if (!picture || !one) return FILE_LOST;
  if (triesOf(entry) >= PREPARE_TRIES) return TOO_LARGE_FOR_DEVICE;
  const picked = [{ ...one, bytes }, ...(other && second ? [{ ...other, bytes: second }] : [])];
  const prepared = await preparePicture(picked, picture);
  if (!prepared.ok) return { outcome: 'rejected', reason: 'file-lost', message: prepared.message };
  const { file, small } = prepared;
  return {
    outcome: 'accepted',
    changes: { file: factsOf(file, pathOf(id, creation, file)) },
    file: { bytes: file.bytes, ...(small && { second: small }) },
  };
}

const pathOf = (id: string, creation: Creation, { extension }: NewFile) =>
  creationPath(creation, `${id}.${extension}`);

const TOO_LARGE_FOR_DEVICE: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message:
    'This device could not open the picture. Discard this, and add it smaller or from another device.',
};

async function uploadFile(
  { id, creation, file }: AdditionEntry,
  { bytes, second }: FileBytes,
  backend: AdminBackend,
  { onUpload }: AdminPorts,
): Promise<SendResult> {
  const { files } = ENTITIES[creation.entity];
  if (!files || !file) return FILE_LOST;
  const { path, type } = file;
  const upload = (part: OutgoingFile, onSent?: (sentBytes: number) => void) =>
    backend.uploadPicture(files.bucket, part, requestTimeout(file, 'page'), onSent);
  if (second) {
    const sent = await upload({ path: smallPicture(path), type, bytes: second });
    if (sent.outcome !== 'accepted') return sent;
  }
  return upload({ path, type, bytes }, (sentBytes) => onUpload?.(id, sentBytes));
}

const FILE_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'The picture is no longer on this device. Discard this and add it again.',
};

/** An addition's row to insert, with only the columns that an administrator may write. */
function rowOf(
  entry: AdditionEntry,
  publicUrl: AdminBackend['publicUrl'],
): { id: string } & Record<string, unknown> {
  const { id, userId, creation, file, originals } = entry;
  const { files } = ENTITIES[creation.entity];
  const { hasPairs, hasAuthor } = CREATIONS[creation.entity];
  const path = file?.path ?? null;
  return {
    id,
    ...creation.values,
    ...(hasPairs && { is_pair: originals?.length === 2 }),
    ...(hasAuthor && { created_by: userId }),
    ...(files && {
      [files.column]: path,
      [files.urlColumn]: path === null ? null : publicUrl(files.bucket, path),
    }),
  };
}

function savedRowOf(entry: AdditionEntry, { publicUrl }: AdminBackend, now: number) {
  // In the server's format, so that the two sort together.
  const created_at = new Date(now).toISOString().replace('Z', '+00:00');
  const { given } = CREATIONS[entry.creation.entity];
  return { ...rowOf(entry, publicUrl), ...given, created_at, rev: 0 };
}

/**
 * True when the server may have parts of an addition: its file, when any request left the device, or
 * its row.
 */
const mayBeOnServer = (entry: AdditionEntry): boolean =>
  (entry.file !== null && entry.serverMayHave !== 'nothing') || mayHaveRecord(entry);

/** Null when the server cannot have any of a discarded addition. */
function withdrawalOf(entry: AdditionEntry, now: number) {
  const { id, userId, creation, file } = entry;
  return mayBeOnServer(entry)
    ? createWithdrawal(creation.entity, { id, path: file?.path ?? null }, userId, now)
    : null;
}

/** An addition that the server does not have, as its list shows it. */
export interface WaitingAddition {
  id: string;
  creation: Creation;
  /** Its picture as it is stored here, or the first of two to join; null without one. */
  file: OriginalFacts | null;
  /** The picture is ready to be uploaded. */
  isPrepared: boolean;
  state: ShownState;
  attention: Attention | null;
  /** The cause of its wait; null before a failure, and in every state but `waiting`. */
  cause: WaitCause | null;
  /** The server may have parts of it. */
  mayHaveArrived: boolean;
}

/** A list's additions among an administrator's waiting entries, newest first. */
export const waitingAdditions = (
  entries: readonly OutboxEntry[],
  entity: string,
  view: FlushView,
  causeOf: (entry: OutboxEntry) => WaitCause | null,
): WaitingAddition[] =>
  entries
    .filter(isAddition)
    .filter((entry) => isReadable(entry) && entry.creation.entity === entity)
    .sort((a, b) => b.createdAt - a.createdAt)
    .map((entry) => {
      const { id, creation, step, originals } = entry;
      const isPrepared = step !== 'prepare';
      const state = stateOf(entry, view);
      return {
        id,
        creation,
        file: (isPrepared ? entry.file : originals?.[0]) ?? null,
        isPrepared,
        state,
        attention: attentionOf(entry),
        cause: state === 'waiting' ? causeOf(entry) : null,
        mayHaveArrived: mayBeOnServer(entry),
      };
    });

/** The additions that a list shows beside its rows: not one that its rows contain by now. */
export const notYetListed = (
  additions: readonly WaitingAddition[],
  rows: readonly { id: string }[],
): readonly WaitingAddition[] =>
  additions.filter(({ id, state }) => state === 'attention' || !rows.some((row) => row.id === id));
