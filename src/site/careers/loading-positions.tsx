import { SkeletonList } from '../../ui/skeleton-list.tsx';

export function LoadingPositions() {
  return <SkeletonList label="Loading the open positions" count={3} className="grid gap-4" itemClassName="h-56" />;
}
