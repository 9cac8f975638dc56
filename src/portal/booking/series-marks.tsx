import { seriesRule, type SeriesRule } from '../../core/domain/booking-events.ts';
import { askOf, isVisit, repeatMark } from '../../core/domain/visits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOfficeTime } from '../sync/clock.ts';
import { useLists } from '../sync/use-lists.ts';
import { askText } from './booking-texts.ts';

type Booking = ReplicaRow<'bookings'>;

const rules = new WeakMap<readonly Booking[], ReadonlyMap<string, SeriesRule>>();

/** The rules of all series by their first booking, found once for each state of the list. */
function rulesOf(rows: readonly Booking[]): ReadonlyMap<string, SeriesRule> {
  const known = rules.get(rows);
  if (known) return known;
  const found = new Map<string, SeriesRule>();
  for (const { id, events } of rows) {
    const rule = seriesRule(events);
    if (rule) found.set(id, rule);
  }
  rules.set(rows, found);
  return found;
}

/** The rule of the series that a booking began or belongs to; null without one on this device. */
export const useSeriesRule = ({ id, series }: Booking): SeriesRule | null =>
  rulesOf(useLists(({ tables }) => tables.bookings.rows)).get(series ?? id) ?? null;

/** Says how often a booking or visit is repeated; nothing for another booking. */
export function RepeatMark({ booking }: { booking: Booking }) {
  const { day: today } = useOfficeTime();
  const mark = repeatMark(useSeriesRule(booking), today);
  const text = mark ?? (isVisit(booking) ? 'Regular visit' : null);
  return (
    text !== null && (
      <span className="rounded-full bg-tint px-2 text-sm font-semibold text-brand lg:text-xs lg:leading-5">
        {text}
      </span>
    )
  );
}

/** The sign that a booking's customer asks for another day. */
export function AskSign({ booking }: { booking: Booking }) {
  const ask = askOf(booking);
  return (
    ask && (
      <p className="flex items-start gap-x-2 rounded-xl bg-warning-tint px-3 py-1.5 text-sm font-semibold text-warning">
        <Icon name="calendar" className="size-5 shrink-0" />
        <span className="first-letter:uppercase">{askText(ask)}</span>
      </p>
    )
  );
}
