import { useCounts } from '../../runtime/portal/use-counts.ts';
import { useNewRows } from '../../runtime/portal/use-new-rows.ts';
import { SkeletonList } from '../../ui/skeleton-list.tsx';
import { CountCard } from './count-card.tsx';
import { COUNT_CARDS } from './count-cards.ts';
import { CountsAge } from './counts-age.tsx';

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3';

/** The six counts. */
export function Counts() {
  const counts = useCounts();
  const added = useNewRows();
  if (counts.status === 'loading') return <SkeletonList label="Loading the counts" count={6} className={GRID} itemClassName="h-36" />;
  const known = counts.status === 'ready' ? counts.counts : null;
  return (
    <section aria-label="Counts" className="grid gap-3">
      <ul className={GRID}>
        {COUNT_CARDS.map(({ entity, ...card }) => (
          <CountCard key={entity} {...card} count={known?.[entity] ?? null} added={added[entity] ?? 0} />
        ))}
      </ul>
      <CountsAge counts={counts} />
    </section>
  );
}
