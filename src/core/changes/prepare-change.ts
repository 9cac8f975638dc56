import type { AdminBackend } from '../server/admin-backend.ts';
import { CREATIONS, creationPath, parseCreation, type Creation } from '../domain/creation.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import { factsOf, mayHaveArrived, newEntry, type NewFile } from '../outbox/entry.ts';
import type { CreateEntry, DeletedRow, DeleteEntry } from '../store/admin-rows.ts';

/**
 * A new entry that deletes rows, with the path of each row's file. Its id is minted unless given.
 */
export function createDeletion(
  entity: Entity,
  rows: DeletedRow[],
  userId: string,
  now: number,
  id?: string,
): DeleteEntry & { rows: DeletedRow[] } {
  return { ...newEntry(now, id), kind: 'delete', userId, entity, rows, step: 0, file: null };
}

/**
 * A new entry that adds a row to a list. The minted id is the row's primary key and part of its
 * file's path. Null when a value breaks a rule, or a picture has no file: a fault of the form.
 */
export function prepareCreation(
  creation: Creation,
  file: NewFile | null,
  userId: string,
  now: number,
): CreateEntry | null {
  const parsed = parseCreation(creation);
  if (!parsed || (CREATIONS[parsed.entity].needsFile && !file)) return null;
  const waiting = newEntry(now);
  return {
    ...waiting,
    kind: 'create',
    userId,
    creation: parsed,
    file: file && factsOf(file, creationPath(parsed, `${waiting.id}.${file.extension}`)),
    step: file ? 'file' : 'row',
  };
}

/**
 * True when the server may have parts of a creation: its file, when any request left the device, or
 * its row.
 */
export const mayBeOnServer = (entry: CreateEntry): boolean =>
  (entry.file !== null && entry.arrival !== 'none') || mayHaveArrived(entry);

/**
 * A new entry that withdraws a discarded creation from the server. Null when the server cannot have
 * any of it.
 */
export function createWithdrawal(entry: CreateEntry, now: number): DeleteEntry | null {
  const { id, userId, creation, file } = entry;
  if (!mayBeOnServer(entry)) return null;
  return {
    ...createDeletion(creation.entity, [{ id, path: file?.path ?? null }], userId, now),
    ofDiscarded: true,
  };
}

/** A creation's row to insert, with only the columns that an administrator may write. */
export function rowOf(
  entry: CreateEntry,
  publicUrl: AdminBackend['publicUrl'],
): { id: string } & Record<string, unknown> {
  const { id, userId, creation, file } = entry;
  const { files } = ENTITIES[creation.entity];
  const path = file?.path ?? null;
  return {
    id,
    ...creation.values,
    ...(CREATIONS[creation.entity].hasAuthor && { created_by: userId }),
    ...(files && {
      [files.column]: path,
      [files.urlColumn]: path === null ? null : publicUrl(files.bucket, path),
    }),
  };
}
