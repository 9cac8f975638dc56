import * as z from 'zod/mini';

/**
 * The HTML standard's "valid email address", as in `type="email"`. The database
 * (`private.is_email`) and the email function have the same pattern, so it uses only syntax that
 * JavaScript and PostgreSQL read alike.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$";

const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/**
 * Control characters other than tab and line breaks, lone surrogates, and bidirectional embeddings,
 * overrides and isolates. U+200E, U+200F and U+061C stay: they move no letter, and Arabic and
 * Hebrew need them.
 */
const UNREADABLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
/** Soft hyphen, zero-width space, word joiner and invisible operators, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060-\u2065\ufeff]/g;
/**
 * Joiners, which shape Persian and Indic words and emoji. After Latin letters, digits and ASCII
 * they are only invisible.
 */
const IDLE_JOINERS = /([\u0000-\u024f])[\u200c\u200d]+/g;
const LEADING_JOINERS = /^[\s\u200c\u200d]+/;
const FORMAT_MARKS = /\p{Cf}/gu;

/**
 * A pasted text of several lines as the database accepts it: trimmed, with `\n` as line break and
 * without unreadable characters.
 */
export const cleanParagraphs = (value: string): string =>
  value.replace(LINE_BREAKS, '\n').replace(UNREADABLE, '').trim();

/**
 * A pasted text as the database accepts it on one line: trimmed, with spaces for breaks and tabs,
 * without invisible characters.
 */
export const cleanLine = (value: string): string =>
  value
    .replace(LINE_BREAKS, ' ')
    .replaceAll('\t', ' ')
    .replace(UNREADABLE, '')
    .replace(INVISIBLE, '')
    .replace(LEADING_JOINERS, '')
    .replace(IDLE_JOINERS, '$1')
    .trim();

/**
 * A pasted phone number or email address: trimmed, without any format mark, because no script
 * shapes these.
 */
const cleanAddress = (value: string): string => cleanLine(value.replace(FORMAT_MARKS, ''));

/** Arabic, Persian and full-width digits: each block begins at a multiple of 16. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Letters typed for zeros. */
const O_FOR_ZERO = /\do+|o+(?=\d)/gi;

/** A phone number in the digits that phones dial, also where the letter O was typed for a zero. */
const cleanPhone = (value: string): string =>
  cleanAddress(value)
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('\uff0b', '+')
    .replace(O_FOR_ZERO, (run) => run.replaceAll(/o/gi, '0'));

interface Bounds {
  min?: number;
  max: number;
  /** Shown when the value is missing or too short. */
  short?: string;
  /** Shown when the value is too long. */
  long: string;
}

interface ParagraphBounds extends Bounds {
  lines: number;
  /** Shown when the value has too many lines. */
  manyLines: string;
}

/** Counts code points, as PostgreSQL's `char_length`. */
const length = (value: string) => [...value].length;

const text = ({ min = 0, max, short, long }: Bounds, clean: (value: string) => string) =>
  z.string({ error: short ?? long }).check(
    z.overwrite(clean),
    z.refine((value) => length(value) >= min, { error: short ?? long, abort: true }),
    z.refine((value) => length(value) <= max, { error: long, abort: true }),
  );

export const line = (bounds: Bounds) => text(bounds, cleanLine);

export const emailLine = (bounds: Bounds) => text(bounds, cleanAddress);

export const phoneLine = (bounds: Bounds) => text(bounds, cleanPhone);

/** A text of several lines, cleaned. */
export const paragraphs = ({ lines, manyLines, ...bounds }: ParagraphBounds) =>
  text(bounds, cleanParagraphs).check(
    z.refine((value) => value.split('\n').length <= lines, { error: manyLines, abort: true }),
  );

/** An optional text of several lines; empty becomes null, as the records store it. */
export const optionalParagraphs = (bounds: ParagraphBounds) =>
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
