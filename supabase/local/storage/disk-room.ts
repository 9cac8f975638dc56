import { statfs } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

const MB = 1024 ** 2;

/**
 * Space reserved for the database, which needs room to continue: a segment of its log has 16 MB.
 */
const RESERVE_BYTES = 64 * MB;

/** The bytes that this user may still write to the folder's disk. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Whether the database may write, and `besides` bytes more. On a full disk it would crash in the
 * middle of a statement. If the disk cannot be queried, the write itself decides.
 */
const hasRoom = (folder: string, besides = 0): Promise<boolean> =>
  freeBytes(folder).then(
    (bytes) => bytes >= RESERVE_BYTES + besides,
    () => true,
  );

/** Throws a StartError if the folder's disk is too full for a database. */
export async function requireRoom(folder: string): Promise<void> {
  if (await hasRoom(folder)) return;
  throw new StartError(
    `The disk of ${folder} has less than ${RESERVE_BYTES / MB} MB left. Nothing stored is lost: make room, and start again.`,
  );
}

/** A new database and the sample pictures. */
const NEW_BYTES = 64 * MB;

/** Throws a StartError if the folder's disk has no room for a new database besides the reserve. */
export async function requireRoomForNew(folder: string): Promise<void> {
  if (await hasRoom(folder, NEW_BYTES)) return;
  throw new StartError(
    `The disk of ${folder} has less than ${(RESERVE_BYTES + NEW_BYTES) / MB} MB left, which a first start needs: make room, and start again.`,
  );
}

/** Functions called by POST because of their arguments; declared stable, so they never write. */
const READS = /^\/rest\/v1\/rpc\/(changes|first_copy|has_role)$/;

const mayWrite = ({ method, url }: Request) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  !(method === 'POST' && READS.test(new URL(url).pathname));

/** Whether the disk has room for a request and its body. Reads are always allowed. */
export const hasRoomFor = async (request: Request, folder: string): Promise<boolean> =>
  !mayWrite(request) || hasRoom(folder, Number(request.headers.get('content-length')) || 0);
