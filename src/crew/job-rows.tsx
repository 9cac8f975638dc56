import type { ReactNode } from 'react';
import type { CrewReport, CrewJob } from '../core/domain/crew-sheet.ts';
import { addressLine } from '../core/domain/notes.ts';
import { Icon } from '../ui/icon.tsx';
import { REPORT_NAMES, slotText } from './crew-texts.ts';

interface JobRowsProps {
  jobs: readonly CrewJob[];
  /** The id of the job that stands whole above the rows; null without one. */
  shown: string | null;
  /** The reports that ended jobs, by the job's id. */
  ends: ReadonlyMap<string, CrewReport>;
  body: (job: CrewJob) => ReactNode;
}

/** Jobs in order, each in a row that opens. */
export const JobRows = ({ jobs, shown, ends, body }: JobRowsProps) => (
  <ol className="grid gap-2">
    {jobs.map((job) => (
      <li key={job.job} className="rounded-2xl border border-line bg-surface">
        {job.job === shown ? (
          <div className="flex min-h-12 items-center gap-2.5 px-4 py-2">
            <RowTitle job={job} note="Shown above" end={null} />
          </div>
        ) : (
          <details className="group">
            <summary className="flex min-h-12 items-center gap-2.5 rounded-2xl px-4 py-2">
              <RowTitle job={job} note={addressLine(job.address)} end={ends.get(job.job) ?? null} />
              <Icon name="chevronDown" className="size-5 group-open:rotate-180" />
            </summary>
            <div className="grid gap-3 px-4 pt-1 pb-4">{body(job)}</div>
          </details>
        )}
      </li>
    ))}
  </ol>
);

interface RowTitleProps {
  job: CrewJob;
  note: string;
  end: CrewReport | null;
}

const RowTitle = ({ job, note, end }: RowTitleProps) => (
  <div className="min-w-0 flex-1">
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="font-semibold whitespace-nowrap text-brand">{slotText(job)}</span>{' '}
      <span dir="auto" className="font-semibold text-heading">
        {job.name}
      </span>
      {end !== null && (
        <span
          className={`inline-flex items-center gap-1 text-sm font-semibold ${end === 'done' ? 'text-success' : 'text-warning'}`}
        >
          <Icon name={end === 'done' ? 'check' : 'alert'} className="size-4" />
          <span>{REPORT_NAMES[end]}</span>
        </span>
      )}
    </p>
    <p dir="auto" className="text-sm text-muted group-open:hidden">
      {note}
    </p>
  </div>
);
