import * as z from 'zod/mini';
import { namesDay, OFFICE_ANSWERS } from './booking-events.ts';
import { LIMITS } from './limits.ts';
import { SLOTS, type Slot } from './schedule.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { optionalParagraphs } from './text.ts';

const { earliest, latest } = LIMITS.bookingDate;
const NO_DAY = 'Please select a date';
const NO_SLOT = 'Please select a time';

/** The values of an answer of the office; empty text becomes null. */
export const officeAnswerSchema = z
  .object({
    kind: z.enum(OFFICE_ANSWERS),
    day: z.nullable(
      z.iso
        .date({ error: NO_DAY })
        .check(z.refine((day) => day >= earliest && day <= latest, { error: NO_DAY })),
    ),
    time_slot: z.nullable(z.enum(SLOTS as [Slot, ...Slot[]], { error: NO_SLOT })),
    message: optionalParagraphs({
      ...STAFF_LIMITS.answer,
      long: 'The text must be at most 1000 characters',
      manyLines: `The text must be at most ${STAFF_LIMITS.answer.lines} lines`,
    }),
  })
  .check(
    z.refine(({ kind, day }) => namesDay(kind) === (day !== null), {
      error: NO_DAY,
      path: ['day'],
    }),
    z.refine(({ kind, time_slot: slot }) => namesDay(kind) === (slot !== null), {
      error: NO_SLOT,
      path: ['time_slot'],
    }),
  );

export type OfficeAnswerValues = z.infer<typeof officeAnswerSchema>;

/** An answer of the office, ready to send. */
export interface OutgoingOfficeAnswer extends OfficeAnswerValues {
  eventId: string;
  bookingId: string;
  /** The revision of the booking that the answer was given to. */
  expectedRevision: number;
}
