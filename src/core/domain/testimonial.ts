import * as z from 'zod/mini';
import { STAFF_LIMITS } from './staff-limits.ts';
import { cleanLine, cleanParagraphs } from './clean-text.ts';
import { line, paragraphs } from './text.ts';

const NAME_AND_QUOTE_REQUIRED = 'Name and quote are required';
const QUOTE_LENGTH = 'Quote must be between 20 and 400 characters';
const RATING_RANGE = 'Rating must be between 1 and 5';

const { clientName, clientRole, rating, quote } = STAFF_LIMITS;

/** A testimonial as administrators enter it; an empty role is null. */
export const testimonialSchema = z.object({
  name: line({
    ...clientName,
    short: NAME_AND_QUOTE_REQUIRED,
    long: `Name must be at most ${clientName.max} characters`,
  }),
  role: z.nullable(
    line({ ...clientRole, long: `Role must be at most ${clientRole.max} characters` }),
  ),
  rating: z
    .int({ error: RATING_RANGE })
    .check(z.gte(rating.min, { error: RATING_RANGE }), z.lte(rating.max, { error: RATING_RANGE })),
  quote: z.pipe(
    z
      .string({ error: NAME_AND_QUOTE_REQUIRED })
      .check(z.refine((text) => cleanParagraphs(text) !== '', { error: NAME_AND_QUOTE_REQUIRED })),
    paragraphs({
      ...quote,
      short: QUOTE_LENGTH,
      long: QUOTE_LENGTH,
      manyLines: `Quote must be at most ${quote.lines} lines`,
    }),
  ),
});

export type NewTestimonial = z.infer<typeof testimonialSchema>;

export interface TestimonialTexts {
  name: string;
  role: string;
  rating: string;
  quote: string;
}

/** The same rules for the form's texts. */
export const testimonialFormSchema = z.pipe(
  z.transform(({ role, rating, ...rest }: TestimonialTexts) => ({
    ...rest,
    role: cleanLine(role) || null,
    rating: numberOf(rating),
  })),
  testimonialSchema,
);

/** An empty text is no number; `Number` would make it 0. */
const numberOf = (text: string) => (text.trim() === '' ? NaN : Number(text));
