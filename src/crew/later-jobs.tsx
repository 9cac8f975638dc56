import type { LaterJob } from '../core/domain/crew-sheet.ts';
import { jobText } from '../core/domain/job-text.ts';
import { visitText } from './crew-texts.ts';

/** The jobs of the days after, by day, slot, service and district alone. */
export const LaterJobs = ({ jobs }: { jobs: readonly LaterJob[] }) => (
  <section aria-labelledby="later" className="grid gap-2">
    <h2 id="later" className="text-xl font-bold">
      The days after
    </h2>
    {jobs.length === 0 ? (
      <p>No jobs yet.</p>
    ) : (
      <ul className="grid divide-y divide-line rounded-2xl border border-line bg-surface px-4">
        {jobs.map((job, place) => (
          <li key={place} className="py-2.5">
            <p className="font-semibold text-heading">{visitText(job)}</p>
            <p className="text-sm text-muted">
              {[jobText(job), job.district].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
);
