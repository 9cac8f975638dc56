import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { groupBySchedule, type ScheduleGroup } from '../../core/domain/schedule.ts';
import { useLondonTime } from '../sync/use-schedule.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Arrange } from '../list/use-entity-list.ts';
import { arrangeSchedule, type FoldedGroup } from './arrange-schedule.ts';
import { dayText } from './booking-texts.ts';
import type { Elements } from '../../ui/elements.ts';

const NAMES: Record<ScheduleGroup, string> = {
  'to-complete': 'To be completed',
  unanswered: 'Not answered',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
  later: 'Later',
  past: 'Past',
  cancelled: 'Cancelled',
};

/** A group of one day names it with its weekday; in other groups each card names its day. */
function dayOf(group: ScheduleGroup, today: string): Elements {
  const day = group === 'today' ? today : group === 'tomorrow' ? dayAfter(today, 1) : null;
  return day && <span className="text-base font-normal text-muted">{dayText(day)}</span>;
}

/** The filter of the list that each folded group leads to. `before`: the day before today. */
const LINES: Record<
  FoldedGroup,
  { text: (count: number) => string; filterOf: (before: string) => Record<string, string> }
> = {
  'to-complete': {
    text: (count) => `${countText(count)} to be completed`,
    filterOf: (before) => ({ status: 'confirmed', to: before }),
  },
  unanswered: {
    text: (count) => `${countText(count)} not answered`,
    filterOf: (before) => ({ status: 'pending', to: before }),
  },
  cancelled: {
    text: (count) => `${countText(count)} cancelled`,
    filterOf: () => ({ status: 'cancelled' }),
  },
};

interface FoldedLineProps {
  group: FoldedGroup;
  count: number;
  today: string;
}

/** A folded group in one line, so that the schedule opens at today. */
function FoldedLine({ group, count, today }: FoldedLineProps) {
  const { text, filterOf } = LINES[group];
  const filter = new URLSearchParams({ view: 'received', ...filterOf(dayAfter(today, -1)) });
  return (
    <li>
      <Link
        to={`${ENTITIES.bookings.path}?${filter}`}
        className="flex min-h-11 items-center gap-2 rounded-2xl border border-line bg-surface px-4 font-bold text-heading no-underline hover:bg-tint"
      >
        <span>{text(count)}</span>
        <Icon name="chevronRight" className="ml-auto size-5" />
      </Link>
    </li>
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
export function useSchedule(): Arrange<ReplicaRow<'bookings'>> {
  const { day: today } = useLondonTime();

  return useCallback(
    (rows, asked) => {
      const { folded, ...arranged } = arrangeSchedule(rows, { ...asked, today });
      const lines = (of: (group: FoldedGroup) => boolean) => {
        const shown = folded.filter(({ group }) => of(group));
        return (
          shown.length > 0 && (
            <ul className="grid gap-2 sm:grid-cols-2">
              {shown.map((line) => (
                <FoldedLine key={line.group} {...line} today={today} />
              ))}
            </ul>
          )
        );
      };
      return {
        ...arranged,
        draw: (grid) => (
          <div className="grid gap-8">
            {lines((group) => group !== 'cancelled')}
            {groupBySchedule(arranged.shown, today).map(({ group, jobs }) => (
              <section key={group} aria-labelledby={`schedule-${group}`} className="grid gap-3">
                <GroupHeading group={group} today={today} />
                {grid(jobs, NAMES[group])}
              </section>
            ))}
            {lines((group) => group === 'cancelled')}
          </div>
        ),
      };
    },
    [today],
  );
}
