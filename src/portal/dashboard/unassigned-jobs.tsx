import { Link } from 'react-router-dom';
import { NOBODY } from '../../core/domain/booking-filter.ts';
import { ASSIGNED_AHEAD_DAYS, unassigned } from '../../core/domain/crew-reports.ts';
import { ENTITIES } from '../../core/domain/entities.ts';
import { dayAfter } from '../../core/domain/london-time.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useList } from '../sync/use-lists.ts';
import { useTeamNames } from '../team/use-team.ts';

const jobsText = (count: number) =>
  count === 1
    ? 'Nobody goes yet to 1 job of the next seven days'
    : `Nobody goes yet to ${countText(count)} jobs of the next seven days`;

/** The number of coming jobs that nobody goes to, with a link to them; nothing without a team. */
export function UnassignedJobs({ today }: { today: string }) {
  const { rows, isRead } = useList('bookings');
  const hasTeam = useTeamNames().size > 0;
  const count = isRead && hasTeam ? unassigned(rows, today).length : 0;
  if (count === 0) return null;
  const filter = new URLSearchParams({
    view: 'schedule',
    status: 'confirmed',
    who: NOBODY,
    from: today,
    to: dayAfter(today, ASSIGNED_AHEAD_DAYS - 1),
  });
  return (
    <Link
      to={`${ENTITIES.bookings.path}?${filter}`}
      className="flex min-h-11 items-center gap-2.5 rounded-2xl border border-warning bg-warning-tint px-4 py-2 font-bold text-heading no-underline"
    >
      <Icon name="people" className="size-5 text-warning" />
      <span>{jobsText(count)}</span>
      <Icon name="chevronRight" className="ml-auto size-5" />
    </Link>
  );
}
