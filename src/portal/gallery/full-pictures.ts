import { useEffect, useState } from 'react';
import { isPair, PAIRS } from '../../core/domain/picture-pair.ts';
import type { RetryReason } from '../../core/domain/reasons.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { pictureAddress } from '../../runtime/read-public.ts';
import { sizeOf } from '../create/prepare-picture.ts';
import { fetchFile } from '../sync/fetch-file.ts';
import { syncNow, useOffline } from '../sync/sync.ts';

type Picture = ReplicaRow<'gallery_images'>;

/** A stored picture with its whole file. */
export interface FullPicture {
  row: Picture;
  file: Blob;
  isPair: boolean;
}

type Reading =
  | { status: 'reading' }
  | { status: 'read'; pictures: readonly FullPicture[] }
  /** `unusable`: a file is missing on the server, or is no picture. */
  | { status: 'failed'; cause: RetryReason | 'unusable' };

async function readPicture(row: Picture): Promise<FullPicture | RetryReason | 'unusable'> {
  const fetched = await fetchFile(pictureAddress(row.url));
  if (fetched.outcome === 'retry') return fetched.reason;
  const { file } = fetched.outcome === 'read' ? fetched : { file: null };
  const size = file && (await sizeOf(file));
  return size ? { row, file, isPair: row.category === PAIRS && isPair(size) } : 'unusable';
}

async function readPictures(rows: readonly Picture[]): Promise<Reading> {
  const pictures: FullPicture[] = [];
  for (const row of rows) {
    const picture = await readPicture(row);
    if (typeof picture === 'string') return { status: 'failed', cause: picture };
    pictures.push(picture);
  }
  return { status: 'read', pictures };
}

const READING: Reading = { status: 'reading' };

/**
 * The whole files of stored pictures, in the order of the rows at the first call. Offline it says
 * so, even if this device has the files.
 */
export function useFullPictures(current: readonly Picture[]): {
  reading: Reading;
  tryAgain: () => void;
} {
  const [rows] = useState(current);
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState(READING);
  const isOffline = useOffline();
  const isRead = reading.status === 'read';
  useEffect(() => {
    if (isOffline || isRead) return;
    let isLeft = false;
    void readPictures(rows).then((next) => isLeft || setReading(next));
    return () => {
      isLeft = true;
    };
  }, [rows, attempt, isOffline, isRead]);
  return {
    reading: isOffline && !isRead ? { status: 'failed', cause: 'offline' } : reading,
    tryAgain: () => {
      setReading(READING);
      setAttempt(attempt + 1);
      if (isOffline) void syncNow();
    },
  };
}
