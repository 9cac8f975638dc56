import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { isSameVisit, type DraftVisit, type Visit } from '../../core/domain/visit.ts';
import type { VisitDays } from '../../core/domain/visit-times.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { NOT_WHOLE } from './booking-texts.ts';
import { asOfText } from '../layout/sync-status.tsx';
import { useSyncState } from '../sync/sync.ts';
import { useCursor } from '../sync/use-lists.ts';
import { useDayLoad, useLightestSlots } from './use-schedule.ts';
import { loadText, slotLoadText } from './load-texts.ts';
import { dayText } from './visit-texts.ts';

interface DayLoadProps {
  /** `YYYY-MM-DD`; empty for none. */
  day: string;
  /** The booking that is not counted. */
  exceptId: string;
}

/** Says how many jobs a day has and how many requests wait for it; empty without a day. */
export const DayLoadStatus = (props: DayLoadProps) => (
  <p role="status" className="text-sm empty:hidden">
    {props.day !== '' && <DayLoadText {...props} />}
  </p>
);

function DayLoadText({ day, exceptId }: DayLoadProps) {
  const load = useDayLoad(day, exceptId);
  const { failure } = useSyncState();
  const pulledAt = useCursor()?.pulledAt ?? null;
  if (!load) return <span>{`${NOT_WHOLE}.`}</span>;
  const age = failure && pulledAt !== null ? `, ${asOfText(pulledAt)}` : '';
  return (
    <>
      <span className="font-semibold text-heading">{dayText(day)}</span>
      <span>{`: ${loadText(load)}${age}`}</span>
    </>
  );
}

interface QuietSlotsProps {
  booking: ReplicaRow<'bookings'>;
  /** London's day. */
  today: string;
  visits: VisitDays;
  chosen: DraftVisit;
  onChoose: (visit: Visit) => void;
}

/** The slots of the next days with the fewest jobs; each button chooses its own. */
export function QuietSlots({ booking, today, visits, chosen, onChoose }: QuietSlotsProps) {
  const slots = useLightestSlots(booking, today, visits);
  if (slots.length === 0) return null;
  return (
    <div role="group" aria-labelledby="quiet-slots" className="grid gap-2">
      <p id="quiet-slots" className="font-semibold text-heading">
        Quietest times
      </p>
      <div className="flex flex-wrap gap-2.5">
        {slots.map(({ jobs, ...visit }) => (
          <button
            key={`${visit.day} ${visit.slot}`}
            type="button"
            aria-pressed={isSameVisit(visit, chosen)}
            className={`${smallButtonClass('secondary')} aria-pressed:border-brand aria-pressed:bg-tint`}
            onClick={() => onChoose(visit)}
          >
            {slotLoadText({ ...visit, jobs })}
          </button>
        ))}
      </div>
    </div>
  );
}
