import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { fieldText, jobText } from '../../core/domain/job-text.ts';
import { directionsHref, mapKindOf } from '../../core/domain/contact-links.ts';
import { answerKind } from '../../core/domain/answers.ts';
import type { LondonTime } from '../../core/domain/london-time.ts';
import { bookedVisit } from '../../core/domain/visit.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { saveCalendar } from '../../runtime/save-calendar.ts';
import { notify } from '../../ui/toast.ts';
import { callAction, emailActions, writeActions, type RowAction } from '../list/row-actions.tsx';
import { answerPath } from './answer-path.ts';
import { bookingReference, mailSubject, messageText } from './booking-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** A link to directions, in the device's own map app. */
export const directionsAction = ({ address }: Pick<Booking, 'address'>): RowAction => ({
  label: 'Directions',
  icon: 'directions',
  href: directionsHref(address, mapKindOf(navigator.userAgent)),
});

/** A link to the screen that answers a booking. */
export const answerAction = ({ id }: Pick<Booking, 'id'>): RowAction => ({
  label: 'Answer',
  icon: 'check',
  to: answerPath(id),
});

/** False for a booking added on this device, until its revision comes, which an answer names. */
export const isSynced = ({ rev }: Pick<Booking, 'rev'>): boolean => rev > 0;

/**
 * The actions of a booking, most used first: a pending one waits for an answer. None of them
 * changes the booking.
 */
export function bookingActions(booking: Booking, company: string, now: LondonTime): RowAction[] {
  const { status, phone, email, address } = booking;
  const text = messageText(booking, company, now);
  const [write, ...others] = writeActions(phone, text);
  const first = [callAction(phone), directionsAction(booking)];
  const answer = isSynced(booking) ? [answerAction(booking)] : [];
  return [
    ...(status === 'pending' ? [...answer, ...first] : first),
    ...(write ? [write] : []),
    ...(status === 'pending' ? [] : answer),
    ...others,
    ...emailActions(email, mailSubject(booking), text),
    { label: 'Copy address', icon: 'copy', run: () => void copy(address) },
    ...calendarActions(booking),
  ];
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    // At the top: in its usual place it would cover the card's buttons on a phone.
    void notify.success('Address copied', { position: 'top-center', duration: 3000 });
  } catch {
    void notify.error('Error', {
      description:
        'This browser did not let the address be copied. Select it on the card and copy it by hand.',
    });
  }
}

/** The calendar's status for each of ours. */
const calendarState = (status: string) =>
  status === 'cancelled' ? 'cancelled' : status === 'pending' ? 'tentative' : 'confirmed';

/** None for a cancelled request that was never confirmed. */
function calendarActions(booking: Booking): RowAction[] {
  const { status, events } = booking;
  const isCancelled = status === 'cancelled';
  const wasConfirmed = events.some(({ kind }) => answerKind(kind).moves !== undefined);
  if (isCancelled && !wasConfirmed && !isVisit(booking)) return [];
  const label = isCancelled ? 'Remove from calendar' : 'Add to calendar';
  return [{ label, icon: 'calendar', run: () => void saveForCalendar(booking) }];
}

async function saveForCalendar(booking: Booking): Promise<void> {
  const { id, name, phone, email, address, notes, status, sequence } = booking;
  const reference = bookingReference(booking);
  const event = {
    id,
    ...bookedVisit(booking),
    title: `${fieldText(booking, 'service_type')}: ${name}`,
    address,
    description: [`Reference ${reference}`, jobText(booking), phone, email, notes]
      .filter(Boolean)
      .join('\n'),
    status: calendarState(status),
    sequence,
  } as const;
  try {
    await saveCalendar(event, `booking-${reference}`);
    if (status === 'cancelled')
      void notify.success('Calendar file saved', {
        description:
          'Some calendars keep a cancelled visit. If yours does, delete it there by hand.',
      });
  } catch {
    void notify.error('Error', {
      description:
        'The calendar file could not be made. Reload the page with a connection and try again.',
    });
  }
}
