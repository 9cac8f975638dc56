import {
  OPTIONAL_BOOKING_FIELDS,
  type OptionalBookingField,
} from '../../src/core/domain/booking-fields.ts';
import type { Booking } from '../../src/core/domain/booking.ts';
import type { Contact } from '../../src/core/domain/contact.ts';

const PERSON = { name: 'Ailsa Craig', email: 'ailsa@example.com' };
const PHONE = '0141 496 0199';

/** A booking's optional fields, each without a value. */
export const WITHOUT_OPTIONAL = Object.fromEntries(
  OPTIONAL_BOOKING_FIELDS.map((name) => [name, null]),
) as Pick<Booking, OptionalBookingField>;

/** Valid values of each form, the base of all other fixtures. */
export const BOOKING: Booking = {
  ...PERSON,
  phone: PHONE,
  address: '12 Gauze Street, Paisley PA1 1EP',
  service_type: 'deep',
  preferred_date: '2027-03-01',
  preferred_time: 'morning',
  ...WITHOUT_OPTIONAL,
};

export const MESSAGE: Contact = {
  ...PERSON,
  subject: 'A question',
  message: 'Do you clean windows?',
};

export const APPLICATION = { ...PERSON, phone: PHONE, cover_letter: null as string | null };

/** The company as the function's settings name it. */
export const MAIL_COMPANY = {
  name: 'Cart, Side & Sons',
  address: 'website@example.com',
  phone: '0141 496 0000',
};
