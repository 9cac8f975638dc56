import * as z from 'zod/mini';

/**
 * The same pattern stands in the database (`private.is_email`), so it uses only what JavaScript and PostgreSQL read alike.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9_'+-]+(\\.[A-Za-z0-9_'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}$";

const LINE_BREAKING = /[\u0000-\u001f\u007f\u2028\u2029]/u;
const NOT_IN_PARAGRAPHS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const UNREADABLE = 'Please remove characters that cannot be read';

interface Bounds {
  min?: number;
  max: number;
  /** Shown when the value is missing or too short. */
  short?: string;
  /** Shown when the value is too long. */
  long: string;
}

/** PostgreSQL's `char_length` counts code points; so does this. */
const length = (value: string) => [...value].length;

function text({ min = 0, max, short, long }: Bounds, forbidden: RegExp) {
  return z
    .string({ error: short ?? long })
    .check(
      z.trim(),
      z.refine((value) => length(value) >= min, { error: short ?? long, abort: true }),
      z.refine((value) => length(value) <= max, { error: long, abort: true }),
      z.refine((value) => !forbidden.test(value) && !LONE_SURROGATE.test(value), { error: UNREADABLE }),
    );
}

/** A trimmed text on one line: no control characters, no line breaks. */
export const line = (bounds: Bounds) => text(bounds, LINE_BREAKING);

/** A trimmed text of several lines: line breaks and tabs are the only control characters. */
export const paragraphs = (bounds: Bounds) => text(bounds, NOT_IN_PARAGRAPHS);

/** An optional text of several lines; empty becomes null, which is how the records hold it. */
export const optionalParagraphs = (bounds: Bounds) =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? ''),
      z.pipe(paragraphs(bounds), z.transform((value: string) => (value === '' ? null : value))),
    ),
  );
