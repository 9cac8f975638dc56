import type { RequestView } from '../../core/outbox/requests.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { FileProgress } from '../../ui/file-progress.tsx';

/** Smaller files are through before anybody could read it. */
const WORTH_SHOWING = 1024 * 1024;

/** True while a request's large file is on its way. */
export const isUploading = ({ state, file }: RequestView) =>
  state === 'sending' && file !== null && !file.isUploaded && file.size > WORTH_SHOWING;

/** How far a request's file is. Where another tab or the worker sends it, only that it is on its way. */
export function UploadProgress({ request: { id, file } }: { request: RequestView }) {
  const sentBytes = useSentBytes(id);
  return file && <FileProgress name={file.name} size={file.size} sentBytes={sentBytes} />;
}
