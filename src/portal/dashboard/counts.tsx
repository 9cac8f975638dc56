import { format } from 'date-fns';
import { Link } from 'react-router-dom';
import { COUNTED_LISTS, ENTITIES, type CountedList } from '../../core/domain/entities.ts';
import { useCounts, type Counts } from './use-counts.ts';
import { useNewRows } from '../list/new-rows.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';

interface CountedCard {
  entity: CountedList;
  label: string;
  path: string;
  icon: IconName;
}

/** The dashboard's cards, one a list, and their screens. */
const COUNT_CARDS: readonly CountedCard[] = COUNTED_LISTS.map((entity) => {
  const descriptor = ENTITIES[entity];
  const { path, icon, many } = descriptor;
  return { entity, path, icon, label: 'counted' in descriptor ? descriptor.counted : many };
});

interface CountCardProps {
  label: string;
  path: string;
  icon: IconName;
  /** Null while unknown. */
  count: number | null;
  /** Rows since the last visit. */
  added: number;
}

/** The number of rows in a list, linked to its screen. */
function CountCard({ label, path, icon, count, added }: CountCardProps) {
  return (
    <li className="relative grid content-start gap-1 rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus hover:border-brand sm:p-5">
      {/* An icon beside which a long number has no room wraps out of sight. */}
      <div className="flex h-10 flex-wrap content-start items-center justify-between gap-1 overflow-hidden">
        <p className="text-3xl leading-10 font-extrabold text-heading tabular-nums">
          {count === null ? '–' : countText(count)}
        </p>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-tint text-brand">
          <Icon name={icon} />
        </span>
      </div>
      <h2 className="text-base font-semibold tracking-normal">
        <Link to={path} className="text-ink no-underline outline-none after:absolute after:inset-0">
          {label}
        </Link>
      </h2>
      {added > 0 && (
        <p className="text-sm font-semibold text-brand">{`${added} new since your last visit`}</p>
      )}
    </li>
  );
}

/** The age of the counts when the server could not be asked. */
function CountsAge({ counts }: { counts: Counts }) {
  if (counts.status === 'failed')
    return <p className="text-sm text-muted">Counts unavailable: the server did not respond.</p>;
  if (counts.status === 'loading' || counts.asOf === null) return null;
  return (
    <p className="text-sm text-muted">
      Counts as of{' '}
      <time dateTime={new Date(counts.asOf).toISOString()}>
        {format(counts.asOf, 'EEE d MMM yyyy, HH:mm')}
      </time>
    </p>
  );
}

/** Two columns on a phone, one with large text. */
const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-3 sm:gap-4 wide:grid-cols-3 desk:grid-cols-6';

export function ListCounts() {
  const counts = useCounts();
  const added = useNewRows();
  if (counts.status === 'loading')
    return (
      <SkeletonList
        label="Loading the counts"
        count={6}
        className={GRID}
        itemClassName="h-27 sm:h-28"
      />
    );
  const known = counts.status === 'ready' ? counts.counts : null;
  return (
    <section aria-label="Counts" className="grid gap-3">
      <ul className={GRID}>
        {COUNT_CARDS.map(({ entity, ...card }) => (
          <CountCard
            key={entity}
            {...card}
            count={known?.[entity] ?? null}
            added={added[entity] ?? 0}
          />
        ))}
      </ul>
      <CountsAge counts={counts} />
    </section>
  );
}
