import { JOB_SIZES, PREFERRED_TIMES, SERVICE_TYPES } from './booking-choices.ts';
import { LIMITS } from './limits.ts';
import { serviceNames } from './named-services.ts';

/** A fact of a booking that its form asks for. `booking.ts` has the rule of each. */
interface BookingField {
  /** Its label in the forms. */
  label: string;
  /** Its name in the office's lists, exports and mails; absent: the label. */
  name?: string;
  /** Stored value → text; absent for a typed text or a day. */
  choices?: Readonly<Record<string, string>>;
  /** The bounds of a text of several lines. */
  text?: { readonly min?: number; readonly max: number; readonly lines: number };
  kind?: 'phone' | 'email' | 'day';
  optional?: true;
  /** It describes the job in a line: on cards, on paper and on the crew's sheet. */
  inJob?: true;
  /** The crew's sheet has it. */
  forCrew?: true;
}

/**
 * Every field of the booking form. The two forms, cards, paper, exports, search, the office's mail,
 * the crew's sheet and the default of a row that lacks it map over these records.
 */
export const BOOKING_FIELDS = {
  name: { label: 'Full Name', name: 'Name', forCrew: true },
  phone: { label: 'Phone Number', name: 'Phone', kind: 'phone', forCrew: true },
  email: { label: 'Email', kind: 'email' },
  address: { label: 'Service Address', name: 'Address', text: LIMITS.address, forCrew: true },
  service_type: {
    label: 'Service Type',
    name: 'Service',
    choices: SERVICE_TYPES,
    inJob: true,
    forCrew: true,
  },
  service: {
    label: 'Which service',
    name: 'Chosen service',
    choices: serviceNames(),
    optional: true,
    inJob: true,
    forCrew: true,
  },
  size: { label: 'Size', choices: JOB_SIZES, optional: true, inJob: true, forCrew: true },
  frequency: {
    label: 'How often',
    name: 'Frequency',
    choices: { once: 'Once', weekly: 'Every week', fortnightly: 'Every fortnight' },
    optional: true,
    inJob: true,
  },
  preferred_date: { label: 'Preferred Date', name: 'Preferred date', kind: 'day' },
  preferred_time: { label: 'Preferred Time', name: 'Preferred time', choices: PREFERRED_TIMES },
  notes: {
    label: 'Additional Notes',
    name: 'Notes',
    text: LIMITS.notes,
    optional: true,
    forCrew: true,
  },
} as const satisfies Record<string, BookingField>;

export type BookingFieldName = keyof typeof BOOKING_FIELDS;

export const BOOKING_FIELD_NAMES = Object.keys(BOOKING_FIELDS) as readonly BookingFieldName[];

export const bookingField = (name: BookingFieldName): BookingField => BOOKING_FIELDS[name];

type Facts = typeof BOOKING_FIELDS;

/** The fields that may be absent from a booking. */
export type OptionalBookingField = {
  [Name in BookingFieldName]: Facts[Name] extends { optional: true } ? Name : never;
}[BookingFieldName];

export const OPTIONAL_BOOKING_FIELDS = BOOKING_FIELD_NAMES.filter(
  (name): name is OptionalBookingField => bookingField(name).optional === true,
);

/** A field for each name, without a value. */
export const emptyBooking = (): Record<BookingFieldName, string> =>
  Object.fromEntries(BOOKING_FIELD_NAMES.map((name) => [name, ''])) as Record<
    BookingFieldName,
    string
  >;
