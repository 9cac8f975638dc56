import { referenceOf } from '../../core/domain/reference.ts';
import { saveCalendar, type CalendarVisit } from '../../runtime/save-calendar.ts';
import { notify } from '../../ui/toast.ts';
import { COMPANY } from '../content/company.ts';

interface SavedVisit extends Omit<CalendarVisit, 'description'> {
  /** The request that its customer knows; by default the booking's own id. */
  requestId?: string;
  /** The first line of its description. */
  note?: string;
}

/** Saves a visit for its customer's calendar; a toast says when the file could not be made. */
export async function saveVisit({ note, requestId, ...visit }: SavedVisit): Promise<void> {
  const reference = referenceOf(requestId ?? visit.id);
  const lines = [`Reference ${reference}`, `${COMPANY.name}, ${COMPANY.phone}`];
  await saveCalendar(
    { ...visit, description: [...(note ? [note] : []), ...lines].join('\n') },
    `booking-${reference}`,
  ).catch(() =>
    notify.error(
      'The calendar file could not be made. Please try again when there is a connection.',
    ),
  );
}
