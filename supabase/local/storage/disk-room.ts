import { statfs } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const MB = 1024 ** 2;

/** So much stays free for what the database has to write to go on: a segment of its log is 16 MB. */
export const RESERVE_BYTES = 64 * MB;

/** What a process of this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the database may write, and so many bytes besides. On a disk that is full to the last byte it would stop for good in the middle
 * of a statement. A disk that can't say is for the write itself to judge.
 */
const hasRoom = (folder: string, besides = 0): Promise<boolean> =>
  freeBytes(folder).then(
    (bytes) => bytes >= RESERVE_BYTES + besides,
    () => true,
  );

/** Throws a StartError when the disk of a folder is too full for a database in it. */
export async function requireRoom(folder: string): Promise<void> {
  if (await hasRoom(folder)) return;
  throw new StartError(
    `The disk of ${folder} has less than ${RESERVE_BYTES / MB} MB left. Nothing stored is lost: make room, and start again.`,
  );
}

/** Asked by POST, because they take arguments; declared stable, so that none of them writes. */
const READS = /^\/rest\/v1\/rpc\/(changes|first_copy|has_role)$/;

const mayWrite = ({ method, url }: Request) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  !(method === 'POST' && READS.test(new URL(url).pathname));

/** Whether the disk takes what a request may write, its body included. Reads go on whatever it says. */
export const hasRoomFor = async (request: Request, folder: string): Promise<boolean> =>
  !mayWrite(request) || hasRoom(folder, Number(request.headers.get('content-length')) || 0);
