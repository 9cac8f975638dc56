import type { SubmissionKind } from '../../core/domain/submission.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { isUploading, UploadProgress } from './upload-progress.tsx';

/** The large files of a form that are on their way now. */
export function Uploads({ kind }: { kind: SubmissionKind }) {
  const loaded = useRequests();
  if (loaded.status !== 'ready') return null;
  return loaded.requests
    .filter((request) => request.kind === kind && isUploading(request))
    .map((request) => <UploadProgress key={request.id} request={request} />);
}
