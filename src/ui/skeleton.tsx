/** React leaves alone what the document's loader drew in a placeholder. */
const DRAWN_BY_LOADER = { __html: '' };

/** A grey placeholder for loading content. `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      dangerouslySetInnerHTML={DRAWN_BY_LOADER}
      className={`rounded-3xl bg-line motion-safe:animate-pulse ${className}`}
    />
  );
}

interface SkeletonListProps {
  id?: string;
  /** The loading content's name, for screen readers. */
  label: string;
  count: number;
  className: string;
  itemClassName: string;
}

export function SkeletonList({ id, label, count, className, itemClassName }: SkeletonListProps) {
  return (
    <div id={id} role="status" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className={itemClassName} />
      ))}
    </div>
  );
}
