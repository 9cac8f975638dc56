import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Flushes a folder's entries to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file atomically and durably, by default readable by its owner only. A crash leaves the
 * whole file or none.
 */
export async function writeDurably(
  file: string,
  contents: Uint8Array | string,
  mode = 0o600,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    const handle = await open(partial, 'w', mode);
    try {
      await handle.writeFile(contents);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    // On a full disk a partial file would take up space.
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(folder);
}
