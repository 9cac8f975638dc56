import { useId } from 'react';
import { formatBytes } from './format-bytes.ts';

interface ProgressBarProps {
  /** Of the element, so that a label can name it. */
  id: string;
  /** 0 to 100; null when it is under way and nobody knows how far. */
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
        Uploading <strong className="text-heading">{name}</strong>
        <span>{`, ${formatBytes(size)}`}</span>
        {percent !== null && <span className="tabular-nums">{`: ${percent}%`}</span>}
      </label>
      <ProgressBar id={progressId} percent={percent} />
    </div>
  );
}
