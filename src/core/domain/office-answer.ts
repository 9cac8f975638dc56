import * as z from 'zod/mini';
import { answerKind, OFFICE_ANSWERS } from './answers.ts';
import { namesDay, namesVisit } from './booking-events.ts';
import { REPEATS } from './repeats.ts';
import { PRICE_UNITS } from './price.ts';
import { LIMITS } from './limits.ts';
import { SLOTS, type Slot } from './slots.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { optionalParagraphs } from './text.ts';

const { earliest, latest } = LIMITS.bookingDate;
const NO_DAY = 'Please select a date';
const NO_SLOT = 'Please select a time';
const NO_REPEAT = 'Please select how often';
const NO_PRICE = 'Please type a price from £0.01 to £100,000, or none';
/** The highest agreed price, in pence; the database checks the same. */
const MAX_PENCE = 10_000_000;

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
    every: z.optional(z.nullable(z.literal([...REPEATS], { error: NO_REPEAT }))),
    price_pence: z.optional(
      z.nullable(
        z
          .int({ error: NO_PRICE })
          .check(z.gte(1, { error: NO_PRICE }), z.lte(MAX_PENCE, { error: NO_PRICE })),
      ),
    ),
    price_per: z.optional(z.nullable(z.enum(PRICE_UNITS))),
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
    z.refine(({ kind, time_slot: slot }) => namesVisit(kind) === (slot !== null), {
      error: NO_SLOT,
      path: ['time_slot'],
    }),
    z.refine(({ kind, every = null }) => (answerKind(kind).repeats === true) === (every !== null), {
      error: NO_REPEAT,
      path: ['every'],
    }),
    z.refine(
      ({ kind, price_pence: pence = null, price_per: per = null }) =>
        (pence === null) === (per === null) && (pence === null || answerKind(kind).priced === true),
      { error: NO_PRICE, path: ['price_pence'] },
    ),
  );

export type OfficeAnswerValues = z.infer<typeof officeAnswerSchema>;

/** An answer of the office, ready to send. */
export interface OutgoingOfficeAnswer extends OfficeAnswerValues {
  eventId: string;
  bookingId: string;
  /** The revision of the booking that the answer was given to. */
  expectedRevision: number;
}
