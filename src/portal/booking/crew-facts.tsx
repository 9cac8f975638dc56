import { reportedAt, type RecordedReport } from '../../core/domain/crew-reports.ts';
import { crewNames } from '../../core/domain/team.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { Clamped } from '../../ui/clamped.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FactLine } from '../list/facts.tsx';
import { Marked } from '../list/marks.tsx';
import { useOfficeTime } from '../sync/clock.ts';
import { useTeamNames } from '../team/use-team.ts';
import { reportText } from './booking-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** The people who go, in words; null without anything to say. */
function useCrewText({ crew, status, preferred_date: day }: Booking) {
  const names = useTeamNames();
  const { day: today } = useOfficeTime();
  const isWanted = names.size > 0 && status === 'confirmed' && day >= today;
  if (crew.length > 0) return { text: crewNames(crew, names), isNobody: false };
  return isWanted ? { text: 'Nobody goes yet', isNobody: true } : null;
}

const toneOf = (isNobody: boolean) =>
  isNobody ? 'font-semibold text-warning' : 'font-semibold text-heading';

/** The people who go, among a booking's facts. */
export function CrewFact({ booking, className }: { booking: Booking; className?: string }) {
  const goes = useCrewText(booking);
  return (
    goes && (
      <FactLine icon="people" label="Who goes" {...(className !== undefined && { className })}>
        <span className={toneOf(goes.isNobody)}>
          <Marked>{goes.text}</Marked>
        </span>
      </FactLine>
    )
  );
}

/** The same in a line. */
export function CrewLine({ booking }: { booking: Booking }) {
  const goes = useCrewText(booking);
  return goes && <p className={toneOf(goes.isNobody)}>{goes.text}</p>;
}

/** The way in, which no search finds and marks. */
export const WayIn = ({ text }: { text: string | null }) =>
  text && (
    <div className="wide:flex wide:items-start wide:gap-2">
      <h3 className="shrink-0 text-sm font-semibold text-muted">The way in</h3>
      <Clamped text={text} name="The way in" lines={2}>
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {text}
        </p>
      </Clamped>
    </div>
  );

const STYLES: Record<RecordedReport['kind'], string> = {
  done: 'text-success',
  'locked-out': 'text-danger',
  noted: 'text-heading',
};

/** The reports of those who went, a line each: `Ann: done 11:40, 2 photos`. */
export function ReportLines({ booking: { reports, preferred_date: day } }: { booking: Booking }) {
  return (
    reports.length > 0 && (
      <ul className="grid gap-0.5">
        {reports.map((report) => (
          <li
            key={report.id}
            className={`flex items-start gap-1.5 text-sm font-semibold ${STYLES[report.kind]}`}
          >
            <Icon name={ICONS[report.kind]} className="mt-0.5 size-4" />
            <time dateTime={reportedAt(report)}>{reportText(report, day)}</time>
          </li>
        ))}
      </ul>
    )
  );
}

const ICONS = { done: 'checkCircle', 'locked-out': 'alert', noted: 'speech' } as const;
