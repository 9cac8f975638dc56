import { useCallback } from 'react';
import { teamBackend } from '../../runtime/auth/portal-server.ts';
import { useRead } from '../../runtime/use-read.ts';
import { fetchFile } from './fetch-file.ts';
import { faultOf, type Fault } from './fault.ts';

/** A photograph of a report, in memory alone; `missing` until the phone has sent it. */
export type JobPicture = { file: Blob } | { missing: true } | { fault: Fault };

/** Reads a photograph by a link that is stored nowhere. `n`: from 1. Never rejects. */
async function readPicture(eventId: string, n: number): Promise<JobPicture> {
  const signed = await teamBackend.signPicture(`${eventId}/${n}`);
  if (signed.outcome === 'rejected') return { missing: true };
  if (signed.outcome !== 'read') return { fault: faultOf(signed) };
  const fetched = await fetchFile(signed.value, () => undefined);
  switch (fetched.outcome) {
    case 'read':
      return { file: fetched.file };
    case 'unavailable':
      return { missing: true };
    default:
      return { fault: faultOf(fetched) };
  }
}

/** A report's photographs, read once `isShown`; null before. */
export function useJobPictures(
  { id, pictures }: { id: string; pictures: number },
  isShown: boolean,
): { pictures: readonly JobPicture[] | null; again: () => Promise<void> } {
  const read = useCallback(
    async () =>
      isShown
        ? Promise.all(Array.from({ length: pictures }, (_, place) => readPicture(id, place + 1)))
        : null,
    [id, pictures, isShown],
  );
  const { value, again } = useRead(read);
  return { pictures: value, again };
}

/** The extension of a picture's type: `jpeg`. */
export const extensionOf = ({ type }: Blob): string => type.split('/')[1] ?? 'jpeg';
