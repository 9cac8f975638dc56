// Generated from src/core/domain by `npm run types:generate`.
import { nameOf } from './booking-choices.ts';
import { BOOKING_FIELD_NAMES, bookingField, type BookingFieldName } from './booking-fields.ts';

/** A booking as stored, or a part of it. */
export type BookingFacts = { readonly [Name in BookingFieldName]?: string | null | undefined };

/** A field's value in words; null without one. A value unknown to this release stands for itself. */
export function fieldText(booking: BookingFacts, name: BookingFieldName): string | null {
  const value = booking[name];
  if (!value) return null;
  const { choices } = bookingField(name);
  return choices ? nameOf(choices, value) : value;
}

/** Everything that is known about the job, in one line: `Specialized Service, Event Cleaning, 8 hours, every week`. */
export function jobText(booking: BookingFacts): string {
  const type = fieldText(booking, 'service_type');
  const service = fieldText(booking, 'service');
  const others = BOOKING_FIELD_NAMES.filter(
    (name) => bookingField(name).inJob && name !== 'service_type' && name !== 'service',
  ).map((name) => fieldText(booking, name)?.toLowerCase());
  // The names of some services begin with their type.
  return [type !== null && service?.startsWith(type) ? null : type, service, ...others]
    .filter(Boolean)
    .join(', ');
}
