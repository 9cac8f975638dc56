import { SERVICE_TYPES } from '../../core/domain/choices/booking-choices.ts';
import type { Submission } from '../../core/domain/submission.ts';
import { saveCalendar } from '../../runtime/calendar/save-calendar.ts';
import { smallButtonClass } from '../../ui/shell/button.ts';
import { notify } from '../../ui/toast.ts';
import { COMPANY } from '../content/company.ts';

type Booking = Extract<Submission, { kind: 'booking' }>['values'];

interface AddToCalendarProps {
  id: string;
  reference: string;
  submission: Submission;
}

/** Gives the visitor's calendar the visit that was asked for; nothing for what has no day. */
export function AddToCalendar({ id, reference, submission }: AddToCalendarProps) {
  if (submission.kind !== 'booking') return null;
  const { values } = submission;
  return (
    <button type="button" className={smallButtonClass('secondary')} onClick={() => void save(id, reference, values)}>
      Add to calendar
    </button>
  );
}

/** A request, until the office has confirmed it. Of two files of one booking, the one made later counts. */
async function save(id: string, reference: string, { service_type, preferred_date, preferred_time, address }: Booking): Promise<void> {
  const event = {
    id,
    day: preferred_date,
    slot: preferred_time,
    title: `${SERVICE_TYPES[service_type]} (requested)`,
    address,
    description: ['We confirm the day and the price by phone.', `Reference ${reference}`, `${COMPANY.name}, ${COMPANY.phone}`].join('\n'),
    status: 'tentative',
    sequence: 0,
  } as const;
  await saveCalendar(event, `booking-${reference}`).catch(() =>
    notify.error('The calendar file could not be made. Please try again when there is a connection.'),
  );
}
