import type { RowOf } from '../../core/server/admin-backend.ts';
import { directionsHref, mapKindOf } from '../../core/domain/contact-links.ts';
import { referenceOf } from '../../core/domain/submission.ts';
import { saveCalendar } from '../../runtime/save-calendar.ts';
import { notify } from '../../ui/toast.ts';
import { callAction, emailAction, writeActions, type RowAction } from '../list/row-actions.tsx';
import { serviceText } from './booking-texts.ts';

type Booking = RowOf<'bookings'>;

/** A link to directions, in the device's own map app. */
export const directionsAction = ({ address }: Pick<Booking, 'address'>): RowAction => ({
  label: 'Directions',
  icon: 'directions',
  href: directionsHref(address, mapKindOf(navigator.userAgent)),
});

/** The actions of a booking, most used first. None of them changes the booking. */
export function bookingActions(booking: Booking, company: string): RowAction[] {
  const { id, phone, email, address } = booking;
  return [
    callAction(phone),
    directionsAction(booking),
    ...writeActions(phone, `Hello, this is ${company}, we're on our way. Ref ${referenceOf(id)}`),
    emailAction(email, `Your booking ${referenceOf(id)}`),
    { label: 'Copy address', icon: 'copy', run: () => void copy(address) },
    { label: 'Add to calendar', icon: 'calendar', run: () => void addToCalendar(booking) },
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

async function addToCalendar(booking: Booking): Promise<void> {
  const { id, name, phone, email, address, preferred_date, preferred_time, notes, status, rev } =
    booking;
  const reference = referenceOf(id);
  const event = {
    id,
    day: preferred_date,
    slot: preferred_time,
    title: `${serviceText(booking)}: ${name}`,
    address,
    description: [`Reference ${reference}`, phone, email, notes]
      .filter((line) => line !== null)
      .join('\n'),
    status: calendarState(status),
    sequence: rev,
  } as const;
  await saveCalendar(event, `booking-${reference}`).catch(() =>
    notify.error('Error', {
      description:
        'The calendar file could not be made. Reload the page with a connection and try again.',
    }),
  );
}
