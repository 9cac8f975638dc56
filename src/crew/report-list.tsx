import { useState } from 'react';
import { crewOutbox, undoReport } from '../runtime/crew-outbox.ts';
import type { ShownReport } from '../core/waiting/crew-page.ts';
import { smallButtonClass } from '../ui/button.ts';
import { ChangeStatus } from '../ui/change-status.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { clockText, photosText, REPORT_NAMES, stateText } from './crew-texts.ts';

const SIGNS: Record<ShownReport['state'], { icon: IconName; tone: string }> = {
  waiting: { icon: 'clock', tone: 'text-warning' },
  sending: { icon: 'clock', tone: 'text-muted' },
  attention: { icon: 'alert', tone: 'text-danger' },
  photos: { icon: 'check', tone: 'text-success' },
  sent: { icon: 'checkCircle', tone: 'text-success' },
  gone: { icon: 'alert', tone: 'text-danger' },
};

interface ReportListProps {
  /** The element's id, which takes the focus when a report's form closes. */
  id: string;
  reports: readonly ShownReport[];
  /** The heading of a report, where it does not stand with its job. */
  titleOf?: (report: ShownReport) => string;
}

/** The reports of this phone about a job, waiting and sent ones. */
export function ReportList({ id, reports, titleOf }: ReportListProps) {
  return (
    <ul id={id} tabIndex={-1} aria-label="Your reports" className="grid gap-2 empty:hidden">
      {reports.map((report) => (
        <ReportRow key={report.id} report={report} title={titleOf?.(report) ?? null} />
      ))}
    </ul>
  );
}

function ReportRow({ report, title }: { report: ShownReport; title: string | null }) {
  const { id, about, madeAt, text, photos, state, canUndo, mayHaveArrived } = report;
  const [note, setNote] = useState('');
  const { icon, tone } = SIGNS[state];
  const status = stateText(report);
  const facts = [REPORT_NAMES[report.report], clockText(madeAt), photos > 0 && photosText(photos)];

  async function undo() {
    const isUndone = await undoReport(
      id,
      { about, report: report.report, text: text ?? '' },
      mayHaveArrived,
    );
    setNote(isUndone ? '' : 'It is on its way to the office by now.');
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-2 rounded-2xl border border-line bg-ground px-4 py-3">
      <Icon name={icon} className={`mt-0.5 size-5 ${tone}`} />
      <div className="grid gap-1">
        {title !== null && <p className="text-sm font-semibold text-muted">{title}</p>}
        <p className="font-semibold text-heading">{facts.filter(Boolean).join(', ')}</p>
        {text !== null && (
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        )}
        <p className={`text-sm ${tone}`}>{status}</p>
        {mayHaveArrived && state === 'waiting' && (
          <p className="text-sm text-muted">It may have reached the office already.</p>
        )}
        <ChangeStatus text={status} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {note}
        </p>
        {(state === 'waiting' || state === 'attention') && (
          <div className="flex flex-wrap gap-2 pt-1">
            <button
              type="button"
              className={smallButtonClass('secondary')}
              onClick={() => void crewOutbox.retry(id)}
            >
              {state === 'waiting' ? 'Send now' : 'Try again'}
            </button>
            {canUndo && (
              <button
                type="button"
                className={smallButtonClass('secondary')}
                onClick={() => void undo()}
              >
                {state === 'waiting' ? 'Undo' : 'Discard'}
              </button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
