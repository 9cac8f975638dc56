/** A grey stand-in for what is loading. `className` gives it its size. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`rounded-3xl bg-line motion-safe:animate-pulse ${className}`} />;
}
