/** A grey stand-in for what is loading. `className` gives it its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`rounded-3xl bg-line motion-safe:animate-pulse ${className}`}
    />
  );
}

interface SkeletonListProps {
  /** What is loading, for who can't see it. */
  label: string;
  count: number;
  /** How the stand-ins are laid out. */
  className: string;
  /** The size of each. */
  itemClassName: string;
}

/** Stand-ins for a list that is loading. */
export function SkeletonList({ label, count, className, itemClassName }: SkeletonListProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className={itemClassName} />
      ))}
    </div>
  );
}
