import { SkeletonList } from '../../ui/skeleton-list.tsx';

export function LoadingTestimonials() {
  return (
    <SkeletonList
      label="Loading testimonials"
      count={3}
      className="grid gap-6 overflow-hidden max-md:h-64 md:grid-cols-3"
      itemClassName="h-64"
    />
  );
}
