import type { SubmissionKind } from '../../core/domain/submission.ts';
import type { SubmissionCard } from '../../core/waiting/my-requests.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { FileProgress } from '../../ui/file-progress.tsx';

/** Smaller files finish before the progress could be read. */
const WORTH_SHOWING = 1024 * 1024;

/** True while a request's large file is uploading. */
export const isUploading = ({ state, file }: SubmissionCard) =>
  state === 'sending' && file !== null && !file.isUploaded && file.size > WORTH_SHOWING;

/**
 * The progress of a request's file. When another tab or the worker sends it, only that it is
 * uploading.
 */
export function UploadProgress({ request: { id, file } }: { request: SubmissionCard }) {
  const sentBytes = useSentBytes(id);
  return file && <FileProgress name={file.name} size={file.size} sentBytes={sentBytes} />;
}

/** The large files of this form that are uploading. */
export function Uploads({ kind }: { kind: SubmissionKind }) {
  const loaded = useRequests();
  if (loaded.status !== 'ready') return null;
  return loaded.submissions
    .filter((request) => request.kind === kind && isUploading(request))
    .map((request) => <UploadProgress key={request.id} request={request} />);
}
