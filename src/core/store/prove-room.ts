import type { Database } from './database.ts';

const PREFIX = 'room:';
/** More than Chromium's write buffer of 4 MB. */
const ROWS = 75;
/** Chromium stores values from 64 KB on in files of their own. */
const ROW_BYTES = 60 * 1024;

/**
 * Whether the device has room for the writes that an entry still needs: writes 4.5 MB and deletes
 * them. Never rejects. Chromium begins a new log meanwhile: after a write that ran out of space, the
 * old one loses everything at a later start (docs/decisions/0002-edits-and-full-devices.md).
 */
export async function proveRoom(db: Database): Promise<boolean> {
  try {
    const bytes = crypto.getRandomValues(new Uint8Array(ROW_BYTES)).buffer;
    const rows = Array.from({ length: ROWS }, (_, at) => ({ id: PREFIX + at, bytes }));
    await db.files.bulkPut(rows);
    await db.files.where('id').startsWith(PREFIX).delete();
    return true;
  } catch (error) {
    console.warn('This device has no room:', error);
    return false;
  }
}
