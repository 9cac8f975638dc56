import { jobText } from '../../core/domain/job-text.ts';
import { Link } from 'react-router-dom';
import { dayAfter, type LondonTime } from '../../core/domain/london-time.ts';
import { isUnconfirmed } from '../../core/domain/schedule.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import { useNextJob } from '../booking/use-schedule.ts';
import { answerAction, directionsAction } from '../booking/booking-actions.ts';
import { CrewFact } from '../booking/crew-facts.tsx';
import { shortDayText, timeText } from '../booking/booking-texts.ts';
import { AddressFact, FactLine, Facts, Instructions, Notes, PhoneFact } from '../list/facts.tsx';
import { ActionButton, actionClass, callAction } from '../list/row-actions.tsx';
import { Icon } from '../../ui/icon.tsx';

/** `Today`, `Tomorrow`, else the day with its weekday. */
function nearDayText(day: string, today: string): string {
  if (day === today) return 'Today';
  return day === dayAfter(today, 1) ? 'Tomorrow' : shortDayText(day);
}

/** The next job, with its contact links and directions. Nothing without one. */
export function NextJob({ now }: { now: LondonTime }) {
  const next = useNextJob(now);
  if (!next) return null;
  const { job, more, requests } = next;
  return (
    <section
      aria-labelledby="next-job"
      className="grid gap-2 rounded-2xl border border-brand bg-surface p-4 shadow-card wrap-anywhere wide:grid-cols-[minmax(12rem,auto)_minmax(0,1fr)] wide:items-start wide:gap-x-6 wide:px-5 wider:grid-cols-[minmax(12rem,auto)_minmax(9rem,1fr)_auto]"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 wide:block">
        <h2 id="next-job" className="text-xl font-bold">
          {`Next: ${job.name}`}
        </h2>
        {isUnconfirmed(job) && <p className="font-semibold text-warning">Not confirmed</p>}
        <p className="font-semibold text-heading">
          <time dateTime={job.preferred_date}>{nearDayText(job.preferred_date, now.day)}</time>
          <span>{`, ${timeText(job)}`}</span>
        </p>
        {requests > 0 && (
          <p className="text-sm text-warning basis-full">{`${requests} not confirmed that day`}</p>
        )}
      </div>
      <div className="grid gap-2 wide:gap-0.5">
        <Facts>
          <AddressFact address={job.address} isWhole />
          <FactLine icon="sparkle" label="Service">
            {[jobText(job), agreedPriceText(job)].filter(Boolean).join(', ')}
          </FactLine>
          {/* A desk cannot dial. */}
          <PhoneFact phone={job.phone} />
          <CrewFact booking={job} />
        </Facts>
        <Instructions text={job.instructions} deskLines={2} />
        <Notes notes={job.notes} deskLines={2} />
      </div>
      <div className="flex flex-wrap gap-2.5 wide:col-span-2 wider:col-span-1">
        <ActionButton action={callAction(job.phone)} name={job.name} />
        <ActionButton action={directionsAction(job)} name={job.name} />
        <ActionButton action={answerAction(job)} name={job.name} />
        <Link
          to="/admin/bookings?view=schedule"
          aria-label={more === 0 ? 'See the schedule' : `See the schedule: ${more} more that day`}
          className={actionClass}
        >
          <Icon name="calendar" />
          <span>{more === 0 ? 'Schedule' : `Schedule: ${more} more`}</span>
        </Link>
      </div>
    </section>
  );
}
