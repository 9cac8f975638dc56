import { useId } from 'react';
import type { RequestView } from '../../core/outbox/requests.ts';
import { useSentBytes } from '../../runtime/uploads.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** Smaller files are through before anybody could read it. */
const WORTH_SHOWING = 1024 * 1024;

/** True while a request's large file is on its way. */
export const isUploading = ({ state, file }: RequestView) =>
  state === 'sending' && file !== null && !file.isUploaded && file.size > WORTH_SHOWING;

/** How far a request's file is. Where another tab or the worker sends it, only that it is on its way. */
export function UploadProgress({ request: { id, file } }: { request: RequestView }) {
  const progressId = useId();
  const sentBytes = useSentBytes(id);
  if (!file) return null;
  // The request's own frame counts among the bytes sent.
  const percent = sentBytes === null ? null : Math.min(100, Math.floor((sentBytes / file.size) * 100));
  return (
    // Stands within what is read out when it changes, and must not be at every percent.
    <div aria-live="off" className="grid w-full gap-1.5">
      <label htmlFor={progressId} className="break-words">
        Uploading <strong className="text-heading">{file.name}</strong>, {formatBytes(file.size)}
        {percent !== null && <span className="tabular-nums">: {percent}%</span>}
      </label>
      <ProgressBar id={progressId} percent={percent} />
    </div>
  );
}
