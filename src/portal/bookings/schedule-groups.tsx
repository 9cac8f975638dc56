import { useEffect, useRef, useState } from 'react';
import { dayAfter, groupBySchedule, type ScheduleGroup } from '../../core/domain/schedule.ts';
import { useLondonTime, useScheduleOrder } from '../sync/use-schedule.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';
import { selectBoxId } from '../list/entity-grid.tsx';
import type { ListOrder } from '../list/entity-list-page.tsx';
import { dayText } from './booking-texts.ts';
import type { Elements } from '../../ui/elements.ts';

const NAMES: Record<ScheduleGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
  later: 'Later',
  past: 'Past',
};

/** The day that a group is, with its weekday; the others tell theirs on each card. */
function dayOf(group: ScheduleGroup, today: string): Elements {
  const day = group === 'today' ? today : group === 'tomorrow' ? dayAfter(today, 1) : null;
  return day && <span className="text-base font-normal text-muted">{dayText(day)}</span>;
}

const FEW_OVERDUE = 3;
const MORE_OVERDUE = 50;

interface MoreOverdueProps {
  /** Those that are shown. */
  jobs: readonly { id: string }[];
  hasMore: boolean;
  onMore: () => void;
}

/** Shows more of the overdue jobs, until none is left out. */
function MoreOverdue({ jobs, hasMore, onMore }: MoreOverdueProps) {
  /** How many were shown when more were asked for. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (hasMore || before.current === null) return;
    const box = document.getElementById(selectBoxId(jobs[before.current]?.id ?? ''));
    before.current = null;
    if (document.activeElement !== document.body) return;
    // The button that had the focus is gone: the first of those that came stands in its place.
    if (box) box.focus();
    else focusHeading();
  }, [hasMore, jobs]);

  if (!hasMore) return null;
  return (
    <button
      type="button"
      className={`${smallButtonClass('secondary')} justify-self-start`}
      onClick={() => {
        before.current = jobs.length;
        onMore();
      }}
    >
      Show more overdue
    </button>
  );
}

/** The bookings as they are to be done, in groups that follow London's calendar while the page is open. */
export function useSchedule(): ListOrder<'bookings'> {
  const { day: today } = useLondonTime();
  const [overdueLimit, setOverdueLimit] = useState(FEW_OVERDUE);
  const read = useScheduleOrder(today, overdueLimit);
  return {
    read,
    draw: ({ rows, firstGroupHasMore, grid }) => (
      <div className="grid gap-8">
        {groupBySchedule(rows, today).map(({ group, jobs }) => (
          <section key={group} aria-labelledby={`schedule-${group}`} className="grid gap-3">
            <h2
              id={`schedule-${group}`}
              className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold"
            >
              <span>{NAMES[group]}</span> {dayOf(group, today)}
            </h2>
            {grid(jobs, NAMES[group])}
            {group === 'overdue' && (
              <MoreOverdue
                jobs={jobs}
                hasMore={firstGroupHasMore}
                onMore={() => setOverdueLimit((shown) => shown + MORE_OVERDUE)}
              />
            )}
          </section>
        ))}
      </div>
    ),
  };
}
