import * as z from 'zod/mini';

/**
 * The same pattern stands in the database (`private.is_email`), so it uses only what JavaScript and PostgreSQL read alike.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9_'+-]+(\\.[A-Za-z0-9_'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z]{2,}$";

/**
 * Control characters (C0, C1), and what reorders a text until it is ended: bidirectional embeddings, overrides, isolates. The
 * marks U+200E, U+200F and U+061C are allowed: they move no letter, and Arabic and Hebrew need them.
 */
const NOT_IN_LINES = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u;
const NOT_IN_PARAGRAPHS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/** Nobody sees the character, so the text names the letters around it. */
function retype(value: string, forbidden: RegExp): string {
  const at = value.search(forbidden);
  const around = [...[...value.slice(0, at)].slice(-12), ...[...value.slice(at)].slice(0, 12)];
  const part = around
    .filter((character) => !forbidden.test(character))
    .join('')
    .trim();
  return `Please delete ${part === '' ? 'this' : `“${part}”`} and type it in again: there is an invisible character in it`;
}

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
  return z.string({ error: short ?? long }).check(
    z.trim(),
    z.refine((value) => length(value) >= min, { error: short ?? long, abort: true }),
    z.refine((value) => length(value) <= max, { error: long, abort: true }),
    z.refine((value) => !forbidden.test(value), {
      error: ({ input }) => retype(String(input), forbidden),
    }),
  );
}

/** A trimmed text on one line: no control characters, no line breaks, nothing that reorders it. */
export const line = (bounds: Bounds) => text(bounds, NOT_IN_LINES);

/** A trimmed text of several lines: line breaks and tabs are the only control characters, and nothing reorders it. */
export const paragraphs = (bounds: Bounds) => text(bounds, NOT_IN_PARAGRAPHS);

/** An optional text of several lines; empty becomes null, which is how the records hold it. */
export const optionalParagraphs = (bounds: Bounds) =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? ''),
      z.pipe(
        paragraphs(bounds),
        z.transform((value: string) => (value === '' ? null : value)),
      ),
    ),
  );
