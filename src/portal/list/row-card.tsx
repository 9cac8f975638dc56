import { format } from 'date-fns';
import { ageText } from '../../core/domain/unanswered.ts';
import { useMinute } from '../sync/use-alerts.ts';
import { Marked, NewMark } from './marks.tsx';
import type { Elements } from '../../ui/elements.ts';

interface RowHeaderProps {
  row: { id: string; created_at: string };
  title: string;
  badge?: Elements;
  /** For rows that a customer may name on the phone. */
  reference?: string;
  /** What the creation was, in front of its day. */
  created?: 'Received' | 'Added';
  /** Shows the time of day and the age, too. */
  hasAge?: boolean;
  isCompact?: boolean;
}

/**
 * The header of a `CompactRow`: a narrow one lets the badge and the date share a line. In a wide
 * one a long name wraps beside the badge.
 */
const COMPACT = {
  box: 'pl-9 lg:gap-0 lg:pl-0 lg:max-desk:flex lg:max-desk:flex-wrap lg:max-desk:gap-x-2',
  part: 'lg:max-desk:contents',
  title: 'lg:text-base lg:max-desk:basis-full',
};

/** The columns of a `CompactRow`: the name's has room for 20 characters, beside a badge too. */
const WIDE = {
  plain: 'desk:grid-cols-[13.5rem_minmax(0,1fr)_auto]',
  withBadge: 'desk:grid-cols-[16rem_minmax(0,1fr)_auto]',
};

/** The name of a row, the day it was created, and its reference. */
function RowHeader({
  row,
  title,
  badge,
  reference,
  created = 'Received',
  hasAge = false,
  isCompact = false,
}: RowHeaderProps) {
  return (
    <header className={`grid gap-0.5 ${isCompact ? COMPACT.box : 'pl-9'}`}>
      <div
        className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${isCompact ? `${COMPACT.part} desk:flex-nowrap` : ''}`}
      >
        <h2
          id={`title-${row.id}`}
          dir="auto"
          className={`text-lg leading-snug font-bold ${isCompact ? COMPACT.title : ''}`}
        >
          <Marked>{title}</Marked>
        </h2>
        {badge}
      </div>
      <p className={`flex flex-wrap gap-x-3 text-sm text-muted ${isCompact ? COMPACT.part : ''}`}>
        <NewMark createdAt={row.created_at} />
        <span>
          <span>{created}</span>{' '}
          <time dateTime={row.created_at}>
            <Marked>{format(row.created_at, 'MMM dd, yyyy')}</Marked>
            {hasAge && <span>{format(row.created_at, ', HH:mm')}</span>}
          </time>
        </span>
        {hasAge && <Age since={row.created_at} />}
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
  );
}

/** How long ago a row was created, while the page is open. */
const Age = ({ since }: { since: string }) => <span>{`${ageText(since, useMinute())} ago`}</span>;

interface RowCardProps extends Omit<RowHeaderProps, 'isCompact'> {
  children: Elements;
}

/** A row of a list as a card on every screen. */
export function RowCard({ children, ...header }: RowCardProps) {
  return (
    <article aria-labelledby={`title-${header.row.id}`} className="grid gap-4 wrap-anywhere">
      <RowHeader {...header} />
      {children}
    </article>
  );
}

interface CompactRowProps extends RowCardProps {
  /** Shown above the facts. */
  alert: Elements;
  actions: Elements;
  /** The columns of facts and texts on a desk's screen, where they stand side by side. */
  className?: string;
}

/**
 * A row of a list: a card on a phone, and a few lines on a desktop screen, with the facts between
 * its name and its actions.
 */
export function CompactRow({
  alert,
  actions,
  className = '',
  children,
  ...header
}: CompactRowProps) {
  return (
    <article
      aria-labelledby={`title-${header.row.id}`}
      className={`grid gap-4 wrap-anywhere lg:grid-cols-[10.25rem_minmax(0,1fr)_auto] lg:items-start lg:gap-x-4 lg:gap-y-1 lg:pl-9 lg:text-sm ${header.badge ? WIDE.withBadge : WIDE.plain}`}
    >
      <RowHeader {...header} isCompact />
      <div className="empty:hidden lg:col-span-full lg:row-start-2">{alert}</div>
      <div className={`grid gap-4 lg:gap-0 ${className}`}>{children}</div>
      {actions}
    </article>
  );
}
