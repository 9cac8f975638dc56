interface ProgressBarProps {
  /** Of the element, so that a label can name it. */
  id: string;
  /** 0 to 100; null when it is under way and nobody knows how far. */
  percent: number | null;
}

export function ProgressBar({ id, percent }: ProgressBarProps) {
  return (
    <progress
      id={id}
      max={100}
      value={percent ?? undefined}
      className="h-3 w-full appearance-none overflow-hidden rounded-full border border-control bg-surface indeterminate:motion-safe:animate-pulse [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface indeterminate:[&::-webkit-progress-bar]:bg-brand-glow [&::-webkit-progress-value]:bg-brand"
    />
  );
}
