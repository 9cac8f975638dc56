import {
  DUE,
  isEntry,
  isReadable,
  mayHaveRecord,
  stateWhileEdited,
  type Fresh,
} from '../outbox/entry.ts';
import { mutationOf } from '../outbox/mutation.ts';
import { removeEntry, revised, type Queue } from '../outbox/queue.ts';
import { ifReadable, withReopen, type Database } from '../store/database.ts';
import type { OutboxEntry, Replaced } from '../store/device-schema.ts';
import type { Editing } from './visitor-mutation.ts';
import { VISITOR_MUTATIONS } from './visitors.ts';

/**
 * Editing of a waiting entry. Each command is one transaction; an entry that is gone meanwhile stays
 * gone.
 */

interface Place {
  db: Database;
  /** Knows the attempts that a full device could not write down. */
  queue: Pick<Queue, 'find'>;
}

/**
 * Copies an entry's content into its form, so that its sender can change it. The entry waits half an
 * hour, and is then sent as it was. False when it is gone or sent.
 */
export const beginEdit = (place: Place, id: string, now: number): Promise<boolean> =>
  withForms(place.db, async () => {
    const { db } = place;
    const found = await findEditable(place, id);
    if (!found) return false;
    await storeForm(db, found, true, now);
    const { entry } = found;
    await db.entries.put(revised(entry, { state: stateWhileEdited(entry, now) }));
    return true;
  });

/**
 * Hands a refused entry back to its open form. The entry leaves the device, unless it may have
 * arrived at an earlier attempt or its sender was shown its reference before (`isPromised`): then
 * it stays until the form sends it again, under its id. Returns the entry that the form replaces
 * from now on, if any; undefined when the entry is gone or sent.
 */
export const returnToForm = (
  place: Place,
  id: string,
  isPromised: boolean,
  now: number,
): Promise<Replaced | null | undefined> =>
  withForms(place.db, async () => {
    const { db } = place;
    const found = await findEditable(place, id);
    if (!found) return undefined;
    const stays = isPromised || mayHaveRecord(found.entry);
    const replaces = await storeForm(db, found, stays, now);
    if (!stays) await removeEntry(db, id);
    return replaces;
  });

/**
 * Replaces the waiting entry `id` by a form's, and deletes the stored form: one that names the entry,
 * or that is this form's. Returns the id that it is sent under. An entry that was sent meanwhile
 * stays unchanged: `isSent`. `absent` is stored where this device has no such entry.
 */
export const replaceEntry = (
  { db, queue }: Place,
  id: string,
  formKey: string,
  fresh: Fresh,
  absent: Fresh,
  ownsStored = false,
): Promise<{ id: string; isSent: boolean }> =>
  withForms(db, async () => {
    const known = await queue.find(id);
    const stored = isEntry(known) ? known : null;
    const storedFile = (await ifReadable(db.files.get(id))) ?? null;
    if (ownsStored || (await db.forms.get(formKey))?.id === id) await db.forms.delete(formKey);
    await db.formFiles.delete(formKey);
    if (known && (!stored || stored.isStored)) return { id, isSent: true };
    const { entry, file } = stored ? replaced({ entry: stored, file: storedFile }, fresh) : absent;
    if (entry.id !== id) await removeEntry(db, id);
    await db.entries.put(entry);
    if (file && file !== storedFile) await db.files.put({ id: entry.id, ...file });
    return { id: entry.id, isSent: false };
  });

/** An entry with a form's content, under its id where that is possible. */
export function replaced(old: Fresh, fresh: Fresh): Fresh {
  const editing = editingOf(old.entry);
  if (!editing) return fresh;
  const again = { ...old, entry: revised(old.entry, { state: DUE }) };
  return editing.isSame(old, fresh) ? again : editing.replace(old.entry, fresh, old.file);
}

const withForms = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  withReopen(() =>
    db.transaction('rw', [db.entries, db.files, db.receipts, db.forms, db.formFiles], work),
  );

interface Editable {
  entry: OutboxEntry;
  editing: Editing<OutboxEntry>;
}

const editingOf = (entry: OutboxEntry): Editing<OutboxEntry> | null =>
  mutationOf(VISITOR_MUTATIONS, entry)?.editing ?? null;

async function findEditable({ queue }: Place, id: string): Promise<Editable | null> {
  const entry = await queue.find(id);
  if (!isEntry(entry) || !isReadable(entry) || entry.isStored) return null;
  const editing = editingOf(entry);
  return editing && { entry, editing };
}

/** The entry that a form replaces, as the form has to know it; null if it is no form's. */
export function replacedBy({ entry, file }: Fresh): Replaced | null {
  const editing = editingOf(entry);
  return (
    editing && {
      id: entry.id,
      keepsFile: file !== null && mayHaveRecord(entry),
      day: editing.formOf(entry).day,
    }
  );
}

async function storeForm(
  db: Database,
  { entry, editing }: Editable,
  isEdit: boolean,
  now: number,
): Promise<Replaced | null> {
  const { id } = entry;
  const { key, values } = editing.formOf(entry);
  // An unreadable file counts as lost here.
  const file = (await ifReadable(db.files.get(id))) ?? null;
  const replaces = isEdit ? replacedBy({ entry, file }) : null;
  await db.forms.put({
    ...{ key, userId: null, id, values, savedAt: now },
    ...(replaces && { replaces }),
  });
  if (entry.file && file)
    await db.formFiles.put({ key, name: entry.file.name, bytes: file.bytes, savedAt: now });
  else await db.formFiles.delete(key);
  return replaces;
}
