import { ageText } from '../../core/domain/unanswered.ts';
import { useMinute } from '../sync/clock.ts';
import { formatInLondon } from '../format-in-london.ts';
import { Marked, NewMark } from './marks.tsx';
import type { Elements } from '../../ui/elements.ts';

interface RowHeaderProps {
  row: { id: string; created_at: string };
  title: string;
  badge?: Elements;
  /** For rows that a customer may name on the phone. */
  reference?: string;
  /** What the creation was, in front of its day; null for a row that nobody sent, which is never new. */
  created?: 'Received' | 'Added' | null;
  /** Shown after the reference. */
  mark?: Elements;
  /** Shows the time of day and the age, too. */
  hasAge?: boolean;
  isCompact?: boolean;
}

/**
 * The header of a `CompactRow`: a narrow one lets the badge and the date share a line. In a wide
 * one a long name wraps beside the badge.
 */
const COMPACT = {
  box: 'pl-9 wide:gap-0 wide:pl-0 medium:flex medium:flex-wrap medium:gap-x-2',
  part: 'medium:contents',
  title: 'wide:text-base medium:basis-full',
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
  mark,
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
        {created !== null && (
          <>
            <NewMark createdAt={row.created_at} />
            <span>
              <span>{created}</span>{' '}
              <time dateTime={row.created_at}>
                <Marked>{formatInLondon(row.created_at, 'MMM dd, yyyy')}</Marked>
                {hasAge && <span>{formatInLondon(row.created_at, ', HH:mm')}</span>}
              </time>
            </span>
          </>
        )}
        {hasAge && <Age since={row.created_at} />}
        {reference !== undefined && (
          <span>
            <span className="sr-only">Reference </span>
            <span className="font-mono">
              <Marked>{reference}</Marked>
            </span>
          </span>
        )}
        {mark}
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
      className={`grid gap-4 wrap-anywhere wide:grid-cols-[10.25rem_minmax(0,1fr)_auto] wide:items-start wide:gap-x-4 wide:gap-y-1 wide:pl-9 wide:text-sm ${header.badge ? WIDE.withBadge : WIDE.plain}`}
    >
      <RowHeader {...header} isCompact />
      <div className="empty:hidden wide:col-span-full wide:row-start-2">{alert}</div>
      <div className={`grid gap-4 wide:gap-0 ${className}`}>{children}</div>
      {actions}
    </article>
  );
}
