import * as z from 'zod/mini';
import { PREFERRED_TIMES, SERVICE_TYPES } from './booking-choices.ts';
import { LIMITS } from './limits.ts';
import { notesWith } from './named-services.ts';
import { emailField, nameField, phoneField } from './person.ts';
import { optionalParagraphs, paragraphs } from './text.ts';

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
const { earliest, latest } = LIMITS.bookingDate;

/**
 * A visitor's request for a cleaning. `preferred_date` is a calendar day, `YYYY-MM-DD`. A past day
 * is valid: a booking that waited offline may arrive late, and its sender is asked first.
 */
export const bookingSchema = z.object({
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
  preferred_date: z.iso
    .date({ error: 'Please select a date' })
    .check(z.refine((day) => day >= earliest && day <= latest, { error: 'Please select a date' })),
  preferred_time: z.enum(keysOf(PREFERRED_TIMES), { error: 'Please select a time' }),
  notes: optionalParagraphs({
    ...LIMITS.notes,
    long: 'Notes must be at most 1000 characters',
    manyLines: `Notes must be at most ${LIMITS.notes.lines} lines`,
  }),
});

type BookingInput = z.input<typeof bookingSchema>;

/** The booking of a form that also names a service, which becomes the first line of the notes. */
export const namedBookingSchema = z.pipe(
  z.transform(
    ({
      service_name = '',
      notes,
      ...values
    }: BookingInput & { service_name?: string }): BookingInput => ({
      ...values,
      notes: notesWith(service_name, notes ?? ''),
    }),
  ),
  bookingSchema,
);

export type Booking = z.infer<typeof bookingSchema>;
