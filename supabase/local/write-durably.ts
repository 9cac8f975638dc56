import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file that is either whole or not there, readable by its owner only, and on the disk when the promise resolves. */
export async function writeDurably(file: string, contents: Uint8Array | string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  const handle = await open(partial, 'w', 0o600);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  await syncFolder(folder);
}
