import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { AsOf } from '../lists/as-of.tsx';
import { EmptyList } from '../lists/empty-list.tsx';
import { logFailure, useShownRows } from '../lists/use-shown-rows.ts';
import { TestimonialCard } from './testimonial-card.tsx';

const gridClass = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

/** Every testimonial, newest first. */
export function TestimonialGrid() {
  const list = useShownRows('testimonials', logFailure);
  if (list.status === 'loading') return <SkeletonList label="Loading testimonials" count={6} className={gridClass} itemClassName="h-64" />;
  if (list.rows.length === 0) return <EmptyList text="No testimonials available yet" />;
  return (
    <>
      <AsOf storedAt={list.storedAt} />
      <ul className={gridClass}>
        {list.rows.map(({ id, avatar_url, ...testimonial }) => (
          <li key={id}>
            <TestimonialCard {...testimonial} avatarUrl={avatar_url} />
          </li>
        ))}
      </ul>
    </>
  );
}
