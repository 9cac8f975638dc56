import { createContext, useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { groupBySchedule, type ScheduleGroup } from '../../core/domain/schedule.ts';
import { useOfficeTime } from '../sync/clock.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { CompleteReported } from './complete-reported.tsx';
import type { Arrange, Paper } from '../list/use-entity-list.ts';
import { arrangeSchedule, type FoldedGroup } from './arrange-schedule.ts';
import { dayText } from '../booking/booking-texts.ts';
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

/** The group around a card of the schedule; null outside of it. */
export const ScheduleContext = createContext<ScheduleGroup | null>(null);

/** The day of a group of one day, which its cards leave out; null for other groups. */
function dayOf(group: ScheduleGroup, today: string): string | null {
  if (group === 'today') return today;
  return group === 'tomorrow' ? dayAfter(today, 1) : null;
}

/** A group's heading: groups of one day name it with its weekday. */
const headingOf = (group: ScheduleGroup, today: string): string => {
  const day = dayOf(group, today);
  return day === null ? NAMES[group] : `${NAMES[group]}, ${dayText(day)}`;
};

/** Bookings for paper, in the schedule's order under its headings. */
export const scheduleSections = (
  bookings: readonly ReplicaRow<'bookings'>[],
  today: string,
): Paper<ReplicaRow<'bookings'>>['sections'] =>
  groupBySchedule(bookings, today).map(({ group, jobs }) => ({
    title: headingOf(group, today),
    rows: jobs,
  }));

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

const earlierText = (count: number) => `${countText(count)} earlier today`;

const lineClass =
  'flex min-h-11 w-full items-center gap-2 rounded-2xl border border-line bg-surface px-4 text-left font-bold text-heading no-underline hover:bg-tint max-sm:gap-1 max-sm:px-3 max-sm:text-sm max-sm:font-semibold';

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
      <Link to={`${ENTITIES.bookings.path}?${filter}`} className={lineClass}>
        <span>{text(count)}</span>
        <Icon name="chevronRight" className="ml-auto size-5" />
      </Link>
    </li>
  );
}

interface EarlierLineProps {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Today's jobs whose hours are over, in one line that opens. */
const EarlierLine = ({ count, isOpen, onToggle }: EarlierLineProps) => (
  <button type="button" aria-expanded={isOpen} className={lineClass} onClick={onToggle}>
    <span>{earlierText(count)}</span>
    <Icon name="chevronRight" className={`ml-auto size-5 ${isOpen ? '-rotate-90' : 'rotate-90'}`} />
  </button>
);

interface GroupHeadingProps {
  group: ScheduleGroup;
  today: string;
}

function GroupHeading({ group, today }: GroupHeadingProps) {
  const day = dayOf(group, today);
  return (
    <h2
      id={`schedule-${group}`}
      className="flex flex-wrap items-baseline gap-x-3 text-xl font-bold"
    >
      <span>{NAMES[group]}</span>{' '}
      {day !== null && <span className="text-base font-normal text-muted">{dayText(day)}</span>}
    </h2>
  );
}

/** The bookings by day, in groups that follow London's clock while the page is open. */
export function useSchedule(): Arrange<ReplicaRow<'bookings'>> {
  const now = useOfficeTime();
  const [showsEarlier, setShowsEarlier] = useState(false);

  return useCallback(
    (rows, asked) => {
      const { day: today } = now;
      const arranged = arrangeSchedule(rows, { ...asked, now, showsEarlier });
      const { folded, earlier, isOpen } = arranged;
      const groupsOf = (shown: typeof rows) => {
        const groups = groupBySchedule(shown, today);
        // A day whose jobs are all over still has its heading.
        if (earlier > 0 && !groups.some(({ group }) => group === 'today'))
          groups.unshift({ group: 'today', jobs: [] });
        return groups;
      };
      const lines = (of: (group: FoldedGroup) => boolean): Elements => {
        const shown = folded.filter(({ group }) => of(group));
        return (
          shown.length > 0 && (
            <ul className="grid auto-cols-auto gap-2 min-[22rem]:grid-flow-col min-[22rem]:grid-cols-none">
              {shown.map((line) => (
                <FoldedLine key={line.group} {...line} today={today} />
              ))}
            </ul>
          )
        );
      };
      return {
        rows: arranged.drawn,
        all: arranged.all,
        paper: {
          sections: scheduleSections(arranged.drawn, today),
          leftOut: [
            ...folded.map(({ group, count }) => LINES[group].text(count)),
            ...(earlier > 0 && !isOpen ? [earlierText(earlier)] : []),
          ],
        },
        draw: (shown, grid) => (
          <div className="grid gap-8 max-sm:gap-5">
            <CompleteReported rows={arranged.all} />
            {lines((group) => group !== 'cancelled')}
            {groupsOf(shown).map(({ group, jobs }) => (
              <section
                key={group}
                aria-labelledby={`schedule-${group}`}
                className="grid gap-3 max-sm:gap-2"
              >
                <GroupHeading group={group} today={today} />
                {group === 'today' && earlier > 0 && (
                  <EarlierLine
                    count={earlier}
                    isOpen={isOpen}
                    onToggle={() => setShowsEarlier(!isOpen)}
                  />
                )}
                <ScheduleContext value={group}>{grid(jobs, NAMES[group])}</ScheduleContext>
              </section>
            ))}
            {lines((group) => group === 'cancelled')}
          </div>
        ),
      };
    },
    [now, showsEarlier],
  );
}
