import { CREW_REPORTS, type CrewReport } from '../core/domain/crew-sheet.ts';
import type { CrewDraft, ReportedJob } from '../core/store/device-schema.ts';
import type { ShownReport } from '../core/waiting/crew-page.ts';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { REPORT_NAMES } from './crew-texts.ts';
import { ReportForm } from './report-form.tsx';
import { ReportList } from './report-list.tsx';

const ICONS: Record<CrewReport, IconName> = {
  done: 'check',
  'locked-out': 'close',
  noted: 'speech',
};

interface JobReportProps {
  about: ReportedJob;
  reports: readonly ShownReport[];
  draft: CrewDraft | null;
  /** A job that has not begun takes a note alone. */
  isToCome: boolean;
  /** The report whose form is open; null for none. */
  open: CrewReport | null;
  /** The right time, in ms since 1970. */
  timeOf: () => number;
  onOpen: (report: CrewReport | null) => void;
}

/** The reports of a job, and the form of a new one or the buttons that open it. */
export function JobReport(props: JobReportProps) {
  const { about, reports, draft, isToCome, open, timeOf, onOpen } = props;
  const listId = `reports-${about.job}`;
  const isDone = reports.some(({ report }) => report === 'done');

  function close(kind: CrewReport, isSent: boolean) {
    onOpen(null);
    // The form had the focus. A new report is in the list a moment later: in that of the job, or
    // above it if another job stands there by now.
    const places = isSent ? [listId, RECENT_REPORTS] : [buttonId(about, kind)];
    setTimeout(() => {
      for (const place of places) document.getElementById(place)?.focus();
    }, FOCUS_AFTER_MS);
  }

  const kinds = isToCome ? (['noted'] as const) : CREW_REPORTS;
  return (
    <div className="grid gap-2.5">
      <ReportList id={listId} reports={reports} />
      {open !== null ? (
        <ReportForm
          key={open}
          about={about}
          report={open}
          draft={draft?.text ?? ''}
          timeOf={timeOf}
          onClosed={(isSent) => close(open, isSent)}
        />
      ) : (
        <div
          role="group"
          aria-label="Report"
          className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2.5"
        >
          {kinds.map((kind) => (
            <button
              key={kind}
              id={buttonId(about, kind)}
              type="button"
              className={`${buttonClass(kind === 'done' && !isDone ? 'primary' : 'secondary')} ${kind === 'done' || isToCome ? 'col-span-full' : 'px-3!'}`}
              onClick={() => onOpen(kind)}
            >
              <Icon name={ICONS[kind]} />
              <span className="text-balance">{REPORT_NAMES[kind]}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const buttonId = ({ job }: ReportedJob, kind: CrewReport) => `report-${job}-${kind}`;

const FOCUS_AFTER_MS = 100;

/** The list of reports that stands above the jobs. */
export const RECENT_REPORTS = 'reports-recent';
