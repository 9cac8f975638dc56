import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowOf } from '../../core/server/admin-backend.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { groupBySchedule, type ScheduleGroup } from '../../core/domain/schedule.ts';
import { useLondonTime } from '../sync/use-schedule.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { selectBoxId } from '../list/entity-grid.tsx';
import type { Arrange } from '../list/use-entity-list.ts';
import { arrangeSchedule, MORE_OVERDUE } from './arrange-schedule.ts';
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

/** A group of one day names it with its weekday; in other groups each card names its day. */
function dayOf(group: ScheduleGroup, today: string): Elements {
  const day = group === 'today' ? today : group === 'tomorrow' ? dayAfter(today, 1) : null;
  return day && <span className="text-base font-normal text-muted">{dayText(day)}</span>;
}

interface MoreOverdueProps {
  /** The rows shown. */
  jobs: readonly { id: string }[];
  hasMore: boolean;
  onMore: () => void;
}

/** Shows more overdue jobs, until all are shown. */
function MoreOverdue({ jobs, hasMore, onMore }: MoreOverdueProps) {
  /** How many were shown before the last request for more. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (hasMore || before.current === null) return;
    const box = document.getElementById(selectBoxId(jobs[before.current]?.id ?? ''));
    before.current = null;
    if (document.activeElement !== document.body) return;
    // The focused button is removed: the first added row takes the focus.
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

interface OverdueLineProps {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The overdue jobs in one line, so that the schedule opens at today. */
function OverdueLine({ count, isOpen, onToggle }: OverdueLineProps) {
  return (
    <h2 id="schedule-overdue">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-2 rounded-2xl border border-line bg-surface px-4 text-left text-base font-bold text-heading hover:bg-tint"
      >
        <span>{`${countText(count)} overdue`}</span>
        <Icon name="down" className={`ml-auto size-5 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
    </h2>
  );
}

interface GroupHeadingProps {
  group: ScheduleGroup;
  today: string;
}

const GroupHeading = ({ group, today }: GroupHeadingProps) => (
  <h2 id={`schedule-${group}`} className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold">
    <span>{NAMES[group]}</span> {dayOf(group, today)}
  </h2>
);

/** The bookings by day, in groups that follow London's calendar while the page is open. */
export function useSchedule(): Arrange<RowOf<'bookings'>> {
  const { day: today } = useLondonTime();
  const [overdueLimit, setOverdueLimit] = useState<number | null>(null);

  return useCallback(
    (rows, asked) => {
      const arranged = arrangeSchedule(rows, { ...asked, today, overdueLimit });
      const { all, overdueCount, isOpen, overdue, others, hasMore } = arranged;
      const groups = groupBySchedule(others, today);
      return {
        shown: [...overdue, ...others],
        all,
        hasMore,
        draw: (grid) => (
          <div className="grid gap-8">
            {overdueCount > 0 && (
              <section aria-labelledby="schedule-overdue" className="grid gap-3">
                <OverdueLine
                  count={overdueCount}
                  isOpen={isOpen}
                  onToggle={() => setOverdueLimit(isOpen ? 0 : MORE_OVERDUE)}
                />
                {overdue.length > 0 && grid(overdue, NAMES.overdue)}
                {overdue.length > 0 && (
                  <MoreOverdue
                    jobs={overdue}
                    hasMore={overdueCount > overdue.length}
                    onMore={() => setOverdueLimit(overdue.length + MORE_OVERDUE)}
                  />
                )}
              </section>
            )}
            {groups.map(({ group, jobs }) => (
              <section key={group} aria-labelledby={`schedule-${group}`} className="grid gap-3">
                <GroupHeading group={group} today={today} />
                {grid(jobs, NAMES[group])}
              </section>
            ))}
          </div>
        ),
      };
    },
    [today, overdueLimit],
  );
}
