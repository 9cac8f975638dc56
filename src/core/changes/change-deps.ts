import type { PictureBounds } from '../domain/creation.ts';
import type { NewFile, PickedFile } from '../outbox/entry.ts';
import type { AdminBackend } from '../server/admin-backend.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';

/**
 * Makes a publishable picture of one original, or of two to join. `small`: its small file, if the
 * bounds have one and this browser can draw it.
 */
export type PreparePicture = (
  originals: readonly PickedFile[],
  bounds: PictureBounds,
) => Promise<{ ok: true; file: NewFile; small?: ArrayBuffer } | { ok: false; message: string }>;

export interface ChangeDeps {
  /** The server for one user's work. */
  backendOf: (userId: string) => AdminBackend;
  /** The open replica of a user's lists; null for none. */
  replicaOf: (userId: string) => ReplicaDatabase | null;
  preparePicture: PreparePicture;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}
