import { statfs } from 'node:fs/promises';

const MB = 1024 ** 2;

/** So much stays free for what the database has to write to go on: a segment of its log is 16 MB. */
export const RESERVE_BYTES = 64 * MB;

/** What a process of this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
