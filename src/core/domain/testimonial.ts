import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { line, paragraphs } from './text.ts';

export const NAME_AND_QUOTE_REQUIRED = 'Name and quote are required';
const QUOTE_LENGTH = 'Quote must be between 20 and 400 characters';
const RATING_RANGE = 'Rating must be between 1 and 5';

/** Counted as the database counts: by code points. */
const isWithin = ({ min, max }: { min: number; max: number }, value: string) => {
  const { length } = [...value.trim()];
  return length >= min && length <= max;
};

const { clientName, clientRole, rating, quote } = LIMITS;

/** A testimonial as administrators enter it; an empty role is null. */
export const testimonialSchema = z.object({
  name: line({ ...clientName, short: NAME_AND_QUOTE_REQUIRED, long: `Name must be at most ${clientName.max} characters` }),
  role: z.nullable(line({ ...clientRole, long: `Role must be at most ${clientRole.max} characters` })),
  rating: z.int({ error: RATING_RANGE }).check(
    z.gte(rating.min, { error: RATING_RANGE }),
    z.lte(rating.max, { error: RATING_RANGE }),
  ),
  quote: paragraphs({ max: Infinity, min: 1, short: NAME_AND_QUOTE_REQUIRED, long: QUOTE_LENGTH }).check(
    z.refine((value) => isWithin(quote, value), { error: QUOTE_LENGTH }),
  ),
});

export type NewTestimonial = z.infer<typeof testimonialSchema>;

/** What its form holds: texts. */
export interface TestimonialTexts {
  name: string;
  role: string;
  rating: string;
  quote: string;
}

/** The same rules for the form's texts. */
export const testimonialFormSchema = z.pipe(
  z.transform(({ role, rating, ...rest }: TestimonialTexts) => ({ ...rest, role: role.trim() || null, rating: numberOf(rating) })),
  testimonialSchema,
);

/** An empty text is no number; `Number` takes it for 0. */
const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text));
