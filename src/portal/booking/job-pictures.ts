import { useCallback } from 'react';
import { teamBackend } from '../../runtime/auth/portal-server.ts';
import { useRead } from '../../runtime/use-read.ts';
import { fetchFile } from '../fetch-file.ts';
import { faultOf, type Fault } from '../fault.ts';

/** A photograph of a report, in memory alone. `place`: from 1. */
export interface ReadPicture {
  place: number;
  file: Blob;
  /** The office keeps it on the server beyond its 90 days. */
  isKept: boolean;
}

/** `missing`: the phone has not sent it, or the server has deleted it. */
export type JobPicture = ReadPicture | { missing: true } | { fault: Fault };

/** Reads a photograph by a link that is stored nowhere. Never rejects. */
async function readFile(
  reportId: string,
  place: number,
): Promise<{ file: Blob } | Exclude<JobPicture, ReadPicture>> {
  const signed = await teamBackend.signPicture(`${reportId}/${place}`);
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

async function readPictures(reportId: string, count: number): Promise<JobPicture[]> {
  const [kept, ...files] = await Promise.all([
    teamBackend.listKeptPictures(reportId),
    ...Array.from({ length: count }, (_, at) => readFile(reportId, at + 1)),
  ]);
  return files.map((file, at) => {
    if (!('file' in file)) return file;
    if (kept.outcome !== 'read') return { fault: faultOf(kept) };
    return { ...file, place: at + 1, isKept: kept.value.includes(at + 1) };
  });
}

/** A report's photographs, read once `isShown`; null before. */
export function useJobPictures(
  { id, pictures }: { id: string; pictures: number },
  isShown: boolean,
): { pictures: readonly JobPicture[] | null; again: () => Promise<void> } {
  const read = useCallback(
    async () => (isShown ? readPictures(id, pictures) : null),
    [id, pictures, isShown],
  );
  const { value, again } = useRead(read);
  return { pictures: value, again };
}

/** Keeps a photograph on the server, or lets it go again; the fault if it could not, else null. */
export async function keepPicture(
  reportId: string,
  place: number,
  isKept: boolean,
): Promise<Fault | null> {
  const result = await teamBackend.keepPicture(reportId, place, isKept);
  if (result.outcome !== 'read') return faultOf(result);
  return result.value ? null : { refusal: 'The server no longer has this photo.' };
}

/** The extension of a picture's type: `jpeg`. */
export const extensionOf = ({ type }: Blob): string => type.split('/')[1] ?? 'jpeg';
