import type { RowOf } from '../../core/backend/admin-backend.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import { slotPlace } from '../../core/domain/schedule.ts';
import { readJobsOf } from '../../runtime/portal/read-all-rows.ts';
import { dayText, serviceText, timeText } from './booking-texts.ts';

type Booking = RowOf<'bookings'>;

/** The jobs of a day, `YYYY-MM-DD`, in their order. */
export async function readRunSheet(day: string): Promise<Booking[]> {
  const jobs = await readJobsOf(day);
  return jobs.sort((a, b) => slotPlace(a.preferred_time) - slotPlace(b.preferred_time) || a.address.localeCompare(b.address));
}

/** A day's jobs on paper: what a crew needs at a door, and nothing else. */
export function RunSheet({ day, jobs }: { day: string; jobs: readonly Booking[] }) {
  return (
    <>
      <h1>Run sheet, {dayText(day)}</h1>
      {jobs.map((job) => (
        <article key={job.id} className="job">
          <p className="when">{timeText(job)}</p>
          <div>
            <h2>
              {job.name} <span>{job.phone}</span>
            </h2>
            <p>{job.address}</p>
            <p>
              {serviceText(job)} <span className="reference">{referenceOf(job.id)}</span>
            </p>
            {job.notes && <p className="notes">{job.notes}</p>}
          </div>
        </article>
      ))}
    </>
  );
}
