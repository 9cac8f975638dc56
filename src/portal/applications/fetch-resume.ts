import { adminBackend } from '../../runtime/auth/portal-server.ts';
import { fetchFile, type FetchedFile, type OnProgress } from '../fetch-file.ts';

/**
 * Downloads a résumé by its link. Replaces a refused link, such as an expired one, once. Never
 * rejects.
 */
export async function readResume(
  path: string,
  url: string,
  onProgress: OnProgress,
): Promise<FetchedFile> {
  const read = await fetchFile(url, onProgress);
  if (read.outcome !== 'unavailable') return read;
  const signed = await adminBackend.signResumeLink(path);
  if (signed.outcome === 'read') return fetchFile(signed.value, onProgress);
  return signed.outcome === 'retry' ? signed : read;
}
