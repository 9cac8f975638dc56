import { useId } from 'react';
import { formatBytes } from './format-bytes.ts';
import { ProgressBar } from './progress-bar.tsx';

interface FileProgressProps {
  name: string;
  /** Bytes. */
  size: number;
  /** How many of them have left; null when nobody here knows. */
  sentBytes: number | null;
}

/** How far the upload of a file is. */
export function FileProgress({ name, size, sentBytes }: FileProgressProps) {
  const progressId = useId();
  // The request's own frame counts among the bytes sent.
  const percent = sentBytes === null ? null : Math.min(100, Math.floor((sentBytes / size) * 100));
  return (
    // Stands within what is read out when it changes, and must not be at every percent.
    <div aria-live="off" className="grid w-full gap-1.5">
      <label htmlFor={progressId} className="break-words">
        Uploading <strong className="text-heading">{name}</strong>, {formatBytes(size)}
        {percent !== null && <span className="tabular-nums">: {percent}%</span>}
      </label>
      <ProgressBar id={progressId} percent={percent} />
    </div>
  );
}
