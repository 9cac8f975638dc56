import { mailboxOf } from './mailbox.ts';
import { normalise } from './normalise.ts';
import { postcodesIn, type Postcode } from './postcode.ts';

export const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/**
 * A row's value under a name; null or empty for none. `day`: a calendar day, `YYYY-MM-DD`; `time`: a
 * moment, ISO 8601.
 */
export interface RowField<Row> {
  label: string;
  of: (row: Row) => string | null;
  kind?: 'phone' | 'email' | 'day' | 'time';
}

/**
 * The normalised text that a search compares for a row. It has a phone number with 0 and with 44, an
 * email address and its mailbox, a postcode with and without its space, and a date in words, with its
 * weekday, and in figures: the terms of `parseQuery` match these. Numbers and dates within a text are
 * added in the same forms, without the weekday.
 */
export const searchTextOf = <Row>(fields: readonly RowField<Row>[], row: Row): string =>
  fields
    .map(({ of, kind }) => {
      const value = of(row);
      return value === null ? '' : LINES[kind ?? 'text'](value);
    })
    .join('\n');

const LINES = {
  text: (value: string) => {
    const normalised = normalise(value);
    return [
      normalised,
      ...postcodesIn(value).map(compactPostcode),
      ...spellingsOf(value, normalised),
      ...numbersIn(normalised),
      ...daysIn(value),
    ].join('\n');
  },
  phone: (value: string) => `${normalise(value)}\n${phoneForms(value).join('\n')}`,
  email: (value: string) => [...new Set([value, mailboxOf(value)].map(normalise))].join('\n'),
  day: dayLines,
  time: (value: string) => dayLines(localDay(new Date(value))),
};

/** The calendar day of a time on this device, as lists show it. */
function localDay(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** A postcode as search texts hold it: `pa12ab`. */
export const compactPostcode = ({ outward, inward }: Postcode): string =>
  `${outward}${inward}`.toLowerCase();

/** Prefixes that may be joined to the following name. */
const PARTICLES =
  /\b(?:(?:mac|mc|o|d|de|di|da|du|del|della|dos|la|le|van|von|der|den|ter|st|fitz|al|el|ap|ben|bin)\.?\s+)+\p{L}+/gu;
const SCOTS = /(?:^|[^\p{L}])ma?c\s?(\p{L}{2,})/gu;
const SPACED_HYPHEN = /(\p{L}+)\s+\p{Pd}\s+(?=(\p{L}+))/gu;
const FEW_WORDS = /^\p{L}+(?:[ .]+\p{L}+){1,3}$/u;
const HOUSE = /\b(\d{1,4})\s+([a-z])\b/g;
const FLAT = /(?<![\d/.-])(\d{1,4})\s?[/-]\s?(\d{1,2})(?![\d/-]|\.\d)/g;
const SHORT_WORDS: Readonly<Record<string, string>> = {
  st: 'street saint',
  rd: 'road',
  ave: 'avenue',
  dr: 'drive',
  ln: 'lane',
  pl: 'place',
  ct: 'court',
  cres: 'crescent',
  sq: 'square',
  terr: 'terrace',
  gdns: 'gardens',
};
const LONG_WORDS = Object.fromEntries(
  Object.entries(SHORT_WORDS).flatMap(([short, long]) =>
    long.split(' ').map((word): [string, string] => [word, short]),
  ),
);
const SHORTENED = new RegExp(
  `\\b(?:${[...Object.keys(SHORT_WORDS), ...Object.keys(LONG_WORDS)].join('|')})\\b`,
  'g',
);

const withoutSpaces = (text: string) => text.replaceAll(/[\s.]+/g, '');

/**
 * Spelling variants: two joined words, `mc` and `mac`, `12a`, `2/1` and `2-1`, `st` and `street`.
 */
function spellingsOf(value: string, normalised: string): string[] {
  const found = [
    ...[...normalised.matchAll(PARTICLES)].map(([name]) => withoutSpaces(name)),
    ...[...normalised.matchAll(SCOTS)].flatMap(([, name]) => [`mac${name}`, `mc${name}`]),
    ...[...value.matchAll(SPACED_HYPHEN)].map(([, first, second]) =>
      normalise(`${first}${second}`),
    ),
    ...[...normalised.matchAll(HOUSE)].map(([, house, letter]) => `${house}${letter}`),
    ...[...value.matchAll(FLAT)].flatMap(([, floor, flat]) => [
      `${floor}/${flat}`,
      `${floor}${flat}`,
    ]),
    ...[...normalised.matchAll(SHORTENED)].map(
      ([word]) => SHORT_WORDS[word] ?? LONG_WORDS[word] ?? '',
    ),
    ...(FEW_WORDS.test(normalised) ? [withoutSpaces(normalised)] : []),
  ];
  return [...new Set(found)];
}

/** A phone number without its extension: digits after a letter or #, as in the database. */
export const withoutExtension = (phone: string): string =>
  phone.replace(/(?<=\d)\D*[A-Za-z#].*$/s, '');

/** The digits of a phone number; a British one in its national form. */
export function nationalDigits(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  const isInternational = /^\s*(\+|00)/.test(phone);
  const [, rest] =
    (isInternational ? /^(?:00)?44(?:0)?(\d+)$/ : /^44(\d{9,10})$/).exec(digits) ?? [];
  return rest === undefined ? digits : `0${rest}`;
}

function phoneForms(phone: string): string[] {
  const national = nationalDigits(phone);
  return national.startsWith('0') ? [national, `44${national.slice(1)}`] : [national];
}

/** From this many digits on, a grouped number is one number, not several words. */
export const NUMBER_DIGITS = 7;
const NUMBERS = /\+?\d[\d(). \t]*/g;

/** The digits of the numbers in a normalised text, if they are not the whole text. */
function numbersIn(normalised: string): string[] {
  const groups = [...normalised.matchAll(NUMBERS)].flatMap(([number]) => [
    number,
    ...number.split(/[ \t]+/),
  ]);
  const forms = groups.flatMap((group) => {
    const digits = group.replaceAll(/\D/g, '');
    if (digits.length >= NUMBER_DIGITS) return phoneForms(group);
    return /\d[().]+\d/.test(group) && !/\s\S/.test(group) ? [digits] : [];
  });
  return [...new Set(forms)].filter((form) => !normalised.includes(form));
}

const FIGURES = /(?:^|[^\w/.-])(\d{1,2})([/.-])(\d{1,2})\2(?:20)?(\d\d)(?!\w|[/.-]\w)/g;

const ENDING = '(?:st|nd|rd|th)?';
const BETWEEN = '[^\\S\\n]?[.,/-]?[^\\S\\n]?';
const OF = '(?:of[^\\S\\n])?';

/** The pattern of a month's name: at least its first three letters. */
export const monthForms = (month: string): string =>
  month.slice(0, 3) +
  [...month.slice(3)].reduceRight((rest, letter) => `(?:${letter}${rest})?`, '');

/** The patterns of a day in words, day first and month first: `5th of May`, `May 5`. */
export const dayForms = (date: string, month: string): [dateFirst: string, monthFirst: string] => [
  `0?${date}${ENDING}${BETWEEN}${OF}${month}`,
  `${month}${BETWEEN}${OF}0?${date}${ENDING}`,
];

const MONTH = `(${MONTHS.map(monthForms).join('|')})`;
const [DATE_FIRST, MONTH_FIRST] = dayForms('([1-9]|[12]\\d|3[01])', MONTH);
const YEAR = `${BETWEEN}(20\\d\\d)`;
const WORDS = new RegExp(
  `\\b(?:${DATE_FIRST}|${MONTH_FIRST}|${MONTH}(?=${YEAR}))(?:${YEAR})?\\b`,
  'gi',
);
/** A fast test, because few texts name a month. */
const A_MONTH = new RegExp(MONTHS.map((month) => month.slice(0, 3)).join('|'), 'i');

/** The month that a word names or begins, from three letters on. */
export const monthOf = (word: string): string | undefined =>
  word.length < 3 ? undefined : MONTHS.find((month) => month.startsWith(word.toLowerCase()));

/**
 * The days in a text, in British figures or words, each in one form: `5/1/2027`, `05.01.27` and
 * `Jan 5th, 2027` become `5 january 2027`, and `5th of Jan` becomes `5 january`. A month with a
 * year counts too.
 */
export function daysIn(text: string): string[] {
  const inFigures = [...text.matchAll(FIGURES)].flatMap(([, date, , month, year]) => {
    const name = MONTHS[Number(month) - 1];
    return name !== undefined && Number(date) >= 1 && Number(date) <= 31
      ? [`${Number(date)} ${name} 20${year}`]
      : [];
  });
  const inWords = (A_MONTH.test(text) ? [...text.matchAll(WORDS)] : []).map(
    ([, before, secondMonth, firstMonth, after, loneMonth, , year]) => {
      const words = [before ?? after, monthOf(secondMonth ?? firstMonth ?? loneMonth ?? ''), year];
      return words.filter((word) => word !== undefined).join(' ');
    },
  );
  return [...new Set([...inFigures, ...inWords])];
}

/** Each day begins a line, so that the 2nd of a month does not match within the 22nd. */
function dayLines(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return `\n${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year} ${weekday}\n${year}${month}${date} ${date}/${month}/${year}\n`;
}
