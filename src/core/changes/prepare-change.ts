import type { AdminBackend } from '../server/admin-backend.ts';
import { CREATIONS, creationPath, parseCreation, type Creation } from '../domain/creation.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import {
  BOOKING_VERSION,
  factsOf,
  mayHaveArrived,
  newEntry,
  ORIGINALS_VERSION,
  type NewFile,
  type PickedFile,
} from '../outbox/entry.ts';
import type { CreateEntry, DeletedRow, DeleteEntry, OriginalFacts } from '../store/admin-rows.ts';

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
  return { ...newEntry('delete', userId, now, id), entity, rows, step: 0, file: null };
}

/**
 * A new entry that adds a row to a list, with the pictures as they were picked: their bytes are
 * stored as `joinedOriginals`. The minted id is the row's primary key and part of its file's path. Null when
 * a value breaks a rule, or a picture has no file: a fault of the form.
 */
export function prepareCreation(
  creation: Creation,
  originals: readonly PickedFile[],
  userId: string,
  now: number,
): CreateEntry | null {
  const parsed = parseCreation(creation);
  const hasPicture = originals.length > 0;
  if (!parsed || (CREATIONS[parsed.entity].needsFile && !hasPicture)) return null;
  return {
    ...newEntry('create', userId, now),
    ...(hasPicture && { version: ORIGINALS_VERSION, originals: originals.map(factsOfOriginal) }),
    ...(parsed.entity === 'bookings' && { version: BOOKING_VERSION }),
    creation: parsed,
    file: null,
    step: hasPicture ? 'prepare' : 'row',
  };
}

const factsOfOriginal = ({ name, type, bytes }: PickedFile): OriginalFacts => ({
  name,
  type,
  size: bytes.byteLength,
});

/** The bytes of files one after the other. */
export function joined(first: ArrayBuffer, ...others: readonly ArrayBuffer[]): ArrayBuffer {
  if (others.length === 0) return first;
  const parts = [first, ...others];
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return all.buffer;
}

/** The bytes of originals as they are stored; null for none. */
export function joinedOriginals(originals: readonly PickedFile[]): ArrayBuffer | null {
  const [first, ...others] = originals.map(({ bytes }) => bytes);
  return first ? joined(first, ...others) : null;
}

/** An entry's originals, from their joined bytes. */
export function separated(facts: readonly OriginalFacts[], bytes: ArrayBuffer): PickedFile[] {
  let end = 0;
  return facts.map(({ name, type, size }) => {
    end += size;
    return { name, type, bytes: bytes.slice(end - size, end) };
  });
}

/** The part of an entry that changes once its picture is prepared. */
export const withPicture = ({ id, creation }: CreateEntry, file: NewFile) => ({
  file: factsOf(file, creationPath(creation, `${id}.${file.extension}`)),
});

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
