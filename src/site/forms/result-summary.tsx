import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/choices/booking-choices.ts';
import type { Submission } from '../../core/domain/submission.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';
import { notify } from '../../ui/toast.ts';
import { dayWords } from '../notices/kind-texts.ts';

/** What was asked for, in the words of the form. */
function linesOf({ kind, values }: Submission): [label: string, text: string][] {
  switch (kind) {
    case 'booking':
      return [
        ['Service', SERVICE_TYPES[values.service_type]],
        ['Day', dayWords(values.preferred_date)],
        ['Time', PREFERRED_TIMES[values.preferred_time]],
        ['Address', values.address],
        ['Name', values.name],
      ];
    case 'contact':
      return [['Subject', values.subject], ['Name', values.name], ['Email', values.email]];
    case 'job_application':
      return [['Position', values.job_title], ['Name', values.name], ['Email', values.email]];
  }
}

/** What was asked for, as its sender wrote it. */
export function ResultSummary({ submission }: { submission: Submission }) {
  return (
    <dl className="grid w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {linesOf(submission).map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 font-semibold break-words whitespace-pre-line text-heading">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

async function copy(reference: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(reference);
    void notify.success('Reference copied', { id: 'copied' });
  } catch {
    void notify.error('The reference could not be copied. Please write it down.', { id: 'copied' });
  }
}

/** What a person notes down about a submission. */
export function RequestReference({ reference }: { reference: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        Your reference: <strong className="font-mono text-lg whitespace-nowrap text-heading">{reference}</strong>
      </span>
      <button type="button" className={smallButtonClass('secondary')} onClick={() => void copy(reference)}>
        Copy<span className="sr-only"> the reference</span>
      </button>
    </p>
  );
}
