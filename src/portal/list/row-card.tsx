import { format } from 'date-fns';
import { Marked, NewMark } from './marks.tsx';
import type { Elements } from '../../ui/elements.ts';

interface RowCardProps {
  row: { id: string; created_at: string };
  title: string;
  badge?: Elements;
  /** Where a caller may name one. */
  reference?: string;
  children: Elements;
}

/** A row of a list: what it is called, since when it is there, its reference, and the rest. */
export function RowCard({ row, title, badge, reference, children }: RowCardProps) {
  return (
    <article aria-labelledby={`title-${row.id}`} className="grid gap-4 wrap-anywhere">
      <header className="grid gap-0.5 pl-9">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h2 id={`title-${row.id}`} className="text-lg leading-snug font-bold">
            <Marked>{title}</Marked>
          </h2>
          {badge}
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <NewMark createdAt={row.created_at} />
          <time dateTime={row.created_at}>
            <Marked>{format(row.created_at, 'MMM dd, yyyy')}</Marked>
          </time>
          {reference !== undefined && (
            <span>
              <span className="sr-only">Reference </span>
              <span className="font-mono">
                <Marked>{reference}</Marked>
              </span>
            </span>
          )}
        </p>
      </header>
      {children}
    </article>
  );
}
