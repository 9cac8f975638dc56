import { Skeleton } from './skeleton.tsx';

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
