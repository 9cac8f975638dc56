import * as z from 'zod/mini';
import { JOB_SIZES, PREFERRED_TIMES, SERVICE_TYPES } from './booking-choices.ts';
import { BOOKING_FIELDS, type BookingFieldName } from './booking-fields.ts';
import { LIMITS } from './limits.ts';
import { NAMED_SERVICES } from './named-services.ts';
import { emailField, nameField, phoneField } from './person.ts';
import { optionalParagraphs, paragraphs } from './text.ts';

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

/** An optional choice; empty becomes null, as the records store it. */
const optionalChoice = <T extends object>(table: T) =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.pipe(
      z.transform((value: string | null | undefined) => value || null),
      z.nullable(z.enum(keysOf(table))),
    ),
  );

const { earliest, latest } = LIMITS.bookingDate;
const NO_DATE = 'Please select a date';
const NOT_A_DATE = 'Please enter a full date, with a year of four digits';
export const DAY_PASSED = 'This day has passed. Please select another date';
const DAY_TOO_FAR = 'This day is too far ahead. Please select an earlier date';

const fields = z.object({
  name: nameField,
  phone: phoneField,
  email: emailField,
  address: paragraphs({
    ...LIMITS.address,
    short: 'Please enter your full address',
    long: 'Address must be at most 500 characters',
    manyLines: `Address must be at most ${LIMITS.address.lines} lines`,
  }),
  service_type: z.enum(keysOf(SERVICE_TYPES), { error: 'Please select a service type' }),
  service: optionalChoice(NAMED_SERVICES),
  size: optionalChoice(JOB_SIZES),
  frequency: optionalChoice(BOOKING_FIELDS.frequency.choices),
  preferred_date: z.iso
    .date({ error: ({ input }) => (input ? NOT_A_DATE : NO_DATE), abort: true })
    .check(
      // A browser makes the year 26 of two typed digits.
      z.refine((day) => day >= '1000', { error: NOT_A_DATE, abort: true }),
      z.refine((day) => day >= earliest, { error: DAY_PASSED }),
      z.refine((day) => day <= latest, { error: DAY_TOO_FAR }),
    ),
  preferred_time: z.enum(keysOf(PREFERRED_TIMES), { error: 'Please select a time' }),
  notes: optionalParagraphs({
    ...LIMITS.notes,
    long: 'Notes must be at most 1000 characters',
    manyLines: `Notes must be at most ${LIMITS.notes.lines} lines`,
  }),
} satisfies Record<BookingFieldName, unknown>);

export type Booking = z.infer<typeof fields>;

/** The visit of a booking alone. */
export const visitSchema = z.object({
  day: fields.shape.preferred_date,
  slot: fields.shape.preferred_time,
});

/** A service of another type was chosen before the type, and is dropped. */
const withinType = (booking: Booking): Booking => {
  const { service, service_type: type } = booking;
  return service && NAMED_SERVICES[service].type !== type ? { ...booking, service: null } : booking;
};

/**
 * A visitor's request for a cleaning. `preferred_date` is a calendar day, `YYYY-MM-DD`. A past day
 * is valid: a booking that waited offline may arrive late, and its sender is asked first.
 */
export const bookingSchema = fields.check(z.overwrite(withinType));
