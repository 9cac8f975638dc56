import * as z from 'zod/mini';
import { cleanLine, cleanParagraphs, seen } from './clean-text.ts';

/**
 * The HTML standard's "valid email address", as in `type="email"`. The database
 * (`private.is_email`) and the email function have the same pattern, so it uses only syntax that
 * JavaScript and PostgreSQL read alike.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$";

const FORMAT_MARKS = /\p{Cf}/gu;
/**
 * A pasted phone number or email address: trimmed, without any format mark, because no script
 * shapes these.
 */
const cleanAddress = (value: string): string => cleanLine(value.replace(FORMAT_MARKS, ''));

/** The address in a mail's header, `Ada <ada@example.com>`. */
const IN_HEADER = /<([^<>@]*@[^<>@]*)>/;
const MAILTO = /^mailto:([^?]*).*$/i;
/** Punctuation that no address begins or ends with; a quoted local part begins with a quotation mark. */
const AROUND = /^(?:[<(“‘[]|"(?!.*"@))+|[>)"”’',;:.\]]+$/g;

/** An email address, also as it is pasted: from a mail's header, a link or a sentence. */
export const cleanEmail = (value: string): string => {
  const text = cleanAddress(value);
  const [, address = text] = IN_HEADER.exec(text) ?? [];
  return address.trim().replace(MAILTO, '$1').replace(AROUND, '').trim();
};

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
    z.refine((value) => length(seen(value)) >= min, { error: short ?? long, abort: true }),
    z.refine((value) => length(value) <= max, { error: long, abort: true }),
  );

export const line = (bounds: Bounds) => text(bounds, cleanLine);

export const emailLine = (bounds: Bounds) => text(bounds, cleanEmail);

export const phoneLine = (bounds: Bounds) => text(bounds, cleanPhone);

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
