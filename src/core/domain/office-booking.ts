import * as z from 'zod/mini';
import { bookingSchema } from './booking.ts';
import { emailField } from './person.ts';
import { cleanLine } from './clean-text.ts';

/** An address that may be missing: an empty text. */
const optionalEmail = z.pipe(
  z.string(),
  z.transform((typed: string, context) => {
    if (cleanLine(typed) === '') return '';
    const parsed = emailField.safeParse(typed);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, input: typed });
    return z.NEVER;
  }),
);

/** A booking that the office enters from a call: the only one that may have no email address. */
export const officeBookingSchema = z.safeExtend(bookingSchema, { email: optionalEmail });
