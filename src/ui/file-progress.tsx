import { useId } from 'react';
import { formatBytes } from './format-bytes.ts';

interface ProgressBarProps {
  /** The element's id, for a label. */
  id: string;
  /** 0 to 100; null while the progress is unknown. */
  percent: number | null;
}

function ProgressBar({ id, percent }: ProgressBarProps) {
  return (
    <progress
      id={id}
      max={100}
      value={percent ?? undefined}
      className="h-3 w-full appearance-none overflow-hidden rounded-full border border-control bg-surface indeterminate:motion-safe:animate-pulse [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface indeterminate:[&::-webkit-progress-bar]:bg-brand-glow [&::-webkit-progress-value]:bg-brand"
    />
  );
}

interface FileProgressProps {
  name: string;
  size: number;
  /** Bytes sent; null when unknown. */
  sentBytes: number | null;
}

export function FileProgress({ name, size, sentBytes }: FileProgressProps) {
  const progressId = useId();
  // The bytes sent include the multipart frame of the request.
  const percent = sentBytes === null ? null : Math.min(100, Math.floor((sentBytes / size) * 100));
  return (
    // Hidden from the surrounding live region, which would announce every percent.
    <div aria-live="off" className="grid w-full gap-1.5">
      <label htmlFor={progressId} className="break-words">
        Uploading{' '}
        <strong dir="auto" className="text-heading">
          {name}
        </strong>
        <span>{`, ${formatBytes(size)}`}</span>
        {percent !== null && (
          <span className="[font-variant-numeric:tabular-nums]">{`: ${percent}%`}</span>
        )}
      </label>
      <ProgressBar id={progressId} percent={percent} />
    </div>
  );
}
