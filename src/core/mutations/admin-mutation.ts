import type { PictureBounds } from '../domain/creation.ts';
import type { Entity, ReplicaTable } from '../domain/entities.ts';
import type { NewFile, PickedFile } from '../outbox/entry.ts';
import type { Mutation, StepFailure } from '../outbox/mutation.ts';
import type { AdminBackend, ReplicaRow } from '../server/admin-backend.ts';
import type { FileBytes, OutboxEntry } from '../store/device-schema.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';

/**
 * Makes a publishable picture of one original, or of two to join. `small`: its small file, if the
 * bounds have one and this browser can draw it.
 */
export type PreparePicture = (
  originals: readonly PickedFile[],
  bounds: PictureBounds,
) => Promise<{ ok: true; file: NewFile; small?: ArrayBuffer } | { ok: false; message: string }>;

export interface AdminPorts {
  /** The server for one user's work. */
  backendOf: (userId: string) => AdminBackend;
  /** The open replica of a user's lists; null for none. */
  replicaOf: (userId: string) => ReplicaDatabase | null;
  preparePicture: PreparePicture;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}

/** A mutation of an administrator that waits. It belongs to that user alone. */
export interface AdminEntry<
  Step extends string | number = string | number,
> extends OutboxEntry<Step> {
  userId: string;
}

/** How a list looks while an entry waits: without some rows, or with another version of one. */
export interface Overlay {
  table: ReplicaTable;
  hides: readonly string[];
  change: RowOverlay | null;
}

/** A change of the row with this id. `apply` returns a row that it is not made for as it is. */
export interface RowOverlay {
  id: string;
  apply: (row: ReplicaRow) => ReplicaRow;
}

/** The screen on which an administrator retries, changes or discards a refused entry. */
export type ResolvingScreen =
  { screen: 'answer'; bookingId: string } | { screen: 'list'; entity: Entity };

/** A mutation of an administrator, which pages alone send: the worker has no token. */
export interface AdminMutation<E extends AdminEntry = AdminEntry> extends Mutation<E, AdminPorts> {
  entity(entry: E): Entity;
  resolvedAt(entry: E): ResolvingScreen;
  overlay(entry: E, readFile: () => Promise<FileBytes | null>): Promise<Overlay>;
  /** The row that it adds to its list; null for none. */
  addedRow(entry: E): string | null;
  /** Those of the waiting entries that it replaces when it is stored. */
  replaces(entry: E, waiting: readonly OutboxEntry[]): string[];
  /** The entry that stays when its user discards everything; null for none. */
  afterDiscard(entry: E, now: number): AdminEntry | null;
}

/** A refusal for a user without the role, with its remedy. */
export const forbidden = (message: string): StepFailure => ({
  outcome: 'rejected',
  reason: 'forbidden',
  message,
});

/** Null for an administrator; for another user, `refusal`. */
export async function checkRole(
  backend: AdminBackend,
  refusal: StepFailure,
): Promise<StepFailure | null> {
  const role = await backend.isAdmin();
  if (role.outcome !== 'read') return failureOf(role);
  return role.value ? null : refusal;
}

type Unanswered = Exclude<Awaited<ReturnType<AdminBackend['isAdmin']>>, { outcome: 'read' }>;

export const failureOf = (response: Unanswered): StepFailure =>
  response.outcome === 'rejected' ? { ...response, reason: 'refused' } : response;
