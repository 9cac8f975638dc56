import type { AdminBackend } from '../backend/admin-backend.ts';
import { parseCreation, type Creation } from '../domain/creation.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import type { AdminEntry, CreateEntry, DeleteEntry } from '../store/admin-rows.ts';
import { factsOf, type NewFile } from './entry.ts';
import { createWaiting } from './waiting.ts';

/** The form of the administrators' entries this release writes. It reads this one and the two before it. */
export const ADMIN_ENTRY_VERSION = 1;

/** False for what a newer release wrote: this one leaves it alone. */
export const isReadable = (entry: AdminEntry) => entry.version <= ADMIN_ENTRY_VERSION;

/** A fresh entry that deletes rows, with the path of the file that goes with each. */
export function createDeletion(entity: Entity, rows: DeleteEntry['rows'], userId: string, now: number): DeleteEntry {
  return { ...createWaiting(ADMIN_ENTRY_VERSION, now), kind: 'delete', userId, entity, rows, done: 0 };
}

/**
 * A fresh entry that adds something to a list. The id minted here is the row's primary key, and part of its file's path.
 * Null when a value breaks a rule, or a picture has no file: the form should not have let them through.
 */
export function prepareCreation(creation: Creation, file: NewFile | null, userId: string, now: number): CreateEntry | null {
  const parsed = parseCreation(creation);
  if (!parsed || (parsed.entity === 'gallery_images' && !file)) return null;
  const waiting = createWaiting(ADMIN_ENTRY_VERSION, now);
  return {
    ...waiting,
    kind: 'create',
    userId,
    creation: parsed,
    file: file && factsOf(file, pathOf(parsed, `${waiting.id}.${file.extension}`)),
    step: file ? 'file' : 'row',
  };
}

/**
 * A fresh entry that removes from the server what was sent of a creation that is discarded. Null when nothing of it can be
 * there: it never left the device, or was refused before its file was stored.
 */
export function createWithdrawal(entry: CreateEntry, now: number): DeleteEntry | null {
  const { id, userId, creation, file, step, attempted, attention } = entry;
  const isFileStored = file !== null && step === 'row';
  const mayHaveArrived = attempted && attention === null;
  if (!isFileStored && !mayHaveArrived) return null;
  return { ...createDeletion(creation.entity, [{ id, path: file?.path ?? null }], userId, now), ofDiscarded: true };
}

const pathOf = (creation: Creation, name: string) =>
  creation.entity === 'gallery_images' ? `${creation.values.category}/${name}` : name;

/** The row of a creation as the database takes it: the columns an administrator may write, and no others. */
export function rowOf(entry: CreateEntry, publicUrl: AdminBackend['publicUrl']): { id: string } & Record<string, unknown> {
  const { id, userId, creation, file } = entry;
  if (creation.entity === 'careers') return { id, ...creation.values };
  const path = file?.path ?? null;
  const url = path === null ? null : publicUrl(ENTITIES[creation.entity].files.bucket, path);
  const row = { id, ...creation.values, created_by: userId };
  return creation.entity === 'gallery_images' ? { ...row, file_path: path, url } : { ...row, avatar_path: path, avatar_url: url };
}
