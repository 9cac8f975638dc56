import { BOOKING_FIELD_NAMES, bookingField } from '../../src/core/domain/booking-fields.ts';
import { LIMITS } from '../../src/core/domain/limits.ts';
import { STAFF_LIMITS } from '../../src/core/domain/staff-limits.ts';

export interface Field {
  table: 'bookings' | 'job_applications' | 'contact_messages' | 'crew';
  column: string;
}
/**
 * `cleaned`: the form accepts the text and sends a cleaned one, which the database accepts; it
 * refuses the original.
 */
export type Verdict = 'accepted' | 'refused' | 'cleaned';
type Case = Field & { title: string; value: unknown; verdict: Verdict };
type Value = [title: string, value: unknown, verdict: Verdict];

const EMOJI = '\u{1F9F9}';
const FAMILY = '\u{1F469}\u200D\u{1F467}';
/** All characters that JavaScript's trim() removes. */
const WHITE_SPACE = [
  ...'\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
];
/** Invisible characters that are neither white space nor line breaks. */
const NOT_WHITE_SPACE = ['\u180e', '\u200b', '\u2060'];
const C0 = Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1));
const C1 = Array.from({ length: 32 }, (_, i) => String.fromCharCode(0x80 + i));
/** Characters that reorder a text until they are ended: embeddings, overrides and isolates. */
const BIDIRECTIONAL = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
/** Characters without width that shape nothing. */
const INVISIBLE = [...'\u00ad\u200b\u2060\u2061\u2062\u2063\u2064\ufeff'];
const JOINERS = [...'\u200c\u200d'];
/** Characters of every kind that shows nothing, besides those above. */
const BLANK = [
  ...'\u034f\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u206a\u2800\u3164\ufe00\ufe0f\uffa0\ufff0\ufff9\ufffb',
  ...'\u{1bca0}\u{1d159}\u{1d173}\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{e0fff}',
];
/** Marks over and under a letter: of Latin, Arabic, Hebrew, Devanagari, Thai, Tibetan and symbols. */
const MARKS = [...'\u0301\u0489\u064e\u05b8\u0941\u0e49\u0f74\u1ab0\u20dd\ufe20\u{11134}'];
/** Words whose letters carry marks, as their scripts write them. */
const MARKED_WORDS = [
  'Nguyễn Thị Hậu'.normalize('NFD'),
  'ปิ่นแก้ว',
  'مُحَمَّدٌ',
  'שָׁבְוּעֹ֖ת',
  'श्री कृष्ण',
  'ली',
  'རྒྱ་ཧཱུྃ',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 1\ufe0f\u20e3',
  '\u2764\ufe0f\u200d\u{1f525} \u{1f469}\u{1f3fd}\u200d\u{1f680}',
];
/** Direction marks, which texts in Arabic and Hebrew need. */
const DIRECTION_MARKS = [...'\u200e\u200f\u061c'];

const code = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
const x = (length: number) => 'x'.repeat(length);

/** Cases of length in code points, surrounding white space and forbidden characters. */
function textValues({
  min,
  max,
  optional,
}: {
  min: number;
  max: number;
  optional?: boolean;
}): Value[] {
  const atEmpty = optional ? 'accepted' : 'refused';
  return [
    ['nothing', null, atEmpty],
    ['the empty text', '', atEmpty],
    ['white space alone', WHITE_SPACE.join(''), atEmpty],
    [`${min} letters`, x(min), 'accepted'],
    [`${max} letters`, x(max), 'accepted'],
    [`${max + 1} letters`, x(max + 1), 'refused'],
    ...(min > 1 ? ([[`${min - 1} letters`, x(min - 1), 'refused']] as Value[]) : []),
    ...(min > 1
      ? ([
          [`${min - 1} letters in white space`, ` \u3000${x(min - 1)}\u00a0\n`, 'refused'],
        ] as Value[])
      : []),
    [`${max} emoji`, EMOJI.repeat(max), 'accepted'],
    [`${max + 1} emoji`, EMOJI.repeat(max + 1), 'refused'],
    [`${max} letters in white space`, `\ufeff${x(max)}\u2003 `, 'accepted'],
    [
      'joined emoji, combining marks and other scripts',
      `${FAMILY}e\u0301\u05d0\u4e2d${x(min)}`,
      'accepted',
    ],
    ['a delete character', `${x(min)}\u007fx`, 'cleaned'],
    ['a NUL character', `${x(min)}\u0000x`, 'cleaned'],
    ['half of a surrogate pair', `${x(min)}\ud83ex`, 'cleaned'],
    ...[...C1, ...BIDIRECTIONAL].map((c): Value => [
      `${code(c)} inside`,
      `${x(min)}${c}x`,
      'cleaned',
    ]),
    ...BIDIRECTIONAL.map((c): Value => [`${code(c)} around`, `${c}${x(min)}${c}`, 'cleaned']),
    ...BIDIRECTIONAL.map((c): Value => [`${code(c)} alone`, c, optional ? 'cleaned' : 'refused']),
    ...DIRECTION_MARKS.map((c): Value => [`${code(c)} inside`, `${x(min)}${c}x`, 'accepted']),
    ...[...BLANK, ...INVISIBLE.filter((c) => c !== '\ufeff'), ...JOINERS].flatMap((c): Value[] => [
      [`${code(c)} alone`, c.repeat(min + 2), optional ? 'cleaned' : 'refused'],
      ...(min > 1
        ? ([[`${min - 1} letters and ${code(c)}`, `${x(min - 1)} ${c}${c}`, 'refused']] as Value[])
        : []),
    ]),
    ...BLANK.map((c): Value => [`${code(c)} between letters`, `x${c}${x(min)}`, 'accepted']),
    ...MARKS.flatMap((c): Value[] => [
      [`six of ${code(c)}`, `${x(min)}${c.repeat(6)}`, 'accepted'],
      [`seven of ${code(c)}`, `${x(min)}${c.repeat(7)}`, 'cleaned'],
    ]),
    [
      'marks stacked around invisible characters',
      `${x(min)}\u0301\u034f\u0301\ufe0f\u0301\u0301\u0301`,
      'cleaned',
    ],
    ...(min > 1
      ? ([[`${min - 1} letters and an accent`, `${x(min - 1)}\u0302`, 'refused']] as Value[])
      : []),
    ...MARKED_WORDS.filter((word) => [...word].length <= max - 3).map((word): Value => [
      word,
      `${x(Math.max(0, min - 2))} ${word}`,
      'accepted',
    ]),
  ];
}

function lineValues(bounds: { min: number; max: number }): Value[] {
  const { min, max } = bounds;
  return [
    ...textValues(bounds),
    ...[...C0, '\u2028', '\u2029', ...INVISIBLE, ...JOINERS].map((c): Value => [
      `${code(c)} inside`,
      `${x(min)}${c}x`,
      'cleaned',
    ]),
    ...JOINERS.map((c): Value => [`${code(c)} in front`, `${c} \u3000${c}${x(min)}`, 'cleaned']),
    ...JOINERS.map((c): Value => [
      `${code(c)} in a script that needs it`,
      `${x(min)}\u0634${c}\u0634\u0937\u094d${c}`,
      'accepted',
    ]),
    ...WHITE_SPACE.map((c): Value => [`${code(c)} around`, c + x(max) + c, 'accepted']),
  ];
}

const brokenBy = (lineBreak: string, lines: number) =>
  Array.from({ length: lines }, () => 'x').join(lineBreak);

function paragraphValues(bounds: {
  min: number;
  max: number;
  lines: number;
  optional?: boolean;
}): Value[] {
  const { min, max, lines } = bounds;
  return [
    ...textValues(bounds),
    ...[...C0, '\u2028', '\u2029'].map((c): Value => [
      `${code(c)} inside`,
      `${x(min)}${c}x`,
      '\t\n'.includes(c) ? 'accepted' : 'cleaned',
    ]),
    ...[...INVISIBLE, ...JOINERS].map((c): Value => [
      `${code(c)} inside`,
      `${x(min)}${c}x`,
      'accepted',
    ]),
    ...NOT_WHITE_SPACE.map((c): Value => [`${code(c)} counted at an end`, c + x(max), 'refused']),
    ['lines as Windows ends them', `${x(min)}\r\n\r\nx`, 'cleaned'],
    [`${lines} lines`, brokenBy('\n', lines), 'accepted'],
    [`${lines + 1} lines`, brokenBy('\n', lines + 1), 'refused'],
    [`${lines} lines as Windows ends them`, brokenBy('\r\n', lines), 'cleaned'],
    ...['\r\n', '\r', '\u2028', '\v'].map((lineBreak): Value => [
      `${lines + 1} lines by ${JSON.stringify(lineBreak)}`,
      brokenBy(lineBreak, lines + 1),
      'refused',
    ]),
    ...WHITE_SPACE.map((c): Value => [`${code(c)} around`, c + x(max) + c, 'accepted']),
  ];
}

const longEmail = (length: number) => `${x(length - '@example.com'.length)}@example.com`;

const emailCases = (verdict: Verdict, values: string[]): Value[] =>
  values.map((value) => [JSON.stringify(value).slice(0, 60), value, verdict]);

const EMAILS: Value[] = [
  ...emailCases('accepted', [
    'a@b.co',
    'a@b',
    'a@b.c',
    'a@b.c0',
    'a@1.2',
    "o'neil+tag_x-1@sub.example.co.uk",
    ".!#$%&'*+/=?^_`{|}~-@example.com",
    '.a..b.@example.com',
    'a.b.c@xn--bcher-kva.example',
    'a@example.xn--p1ai',
    'A@EXAMPLE.COM',
    `a@${x(63)}.co`,
    longEmail(LIMITS.email.max),
    ' a@b.co\u00a0',
    '\ta@b.co\n',
  ]),
  ...emailCases('cleaned', [
    'a@b.co\u200b',
    '\u202aa@b.co\u202c',
    'a\u0000@b.co',
    'a\u200d@b.co',
    'a@b.co.',
    'a@b.co, ',
    'Ada <a@b.co>',
    '<a@b.co>',
    'mailto:a@b.co?subject=Hello',
  ]),
  ...emailCases('refused', [
    '',
    ' ',
    'a',
    '@b.co',
    'a@',
    'a@b..co',
    'a@.b.co',
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    `a@${x(64)}.co`,
    'a b@c.co',
    'a@b c.co',
    'a@b@c.co',
    'a,b@c.co',
    'a;b@c.co',
    'a:b@c.co',
    'a(b)@c.co',
    'a\\b@c.co',
    '"a"@b.co',
    'a@[127.0.0.1]',
    'a@b.co\nBcc: x@y.co',
    'a@b.co\r\nBcc: x@y.co',
    '\u00e4@b.co',
    'a@b\u00fccher.de',
    `${EMOJI}@b.co`,
    longEmail(LIMITS.email.max + 1),
  ]),
  ['nothing', null, 'refused'],
];

const { earliest, latest } = LIMITS.bookingDate;
const DATES: Value[] = [
  ['the earliest day', earliest, 'accepted'],
  ['the day before the earliest', '2019-12-31', 'refused'],
  ['the latest day', latest, 'accepted'],
  ['the day after the latest', '2100-01-01', 'refused'],
  ['a leap day', '2028-02-29', 'accepted'],
  ['a leap day of no leap year', '2027-02-29', 'refused'],
  ['a month that is none', '2027-13-01', 'refused'],
  ['a word', 'soon', 'refused'],
  ['no end of days', 'infinity', 'refused'],
  ['the empty text', '', 'refused'],
  ['nothing', null, 'refused'],
];

const choices = (known: readonly string[]): Value[] => [
  ...known.map((value): Value => [value, value, 'accepted']),
  ...['', 'Deep', ' deep', 'other', null].map((value): Value => [
    JSON.stringify(value),
    value,
    'refused',
  ]),
];

/** As `choices`, and none: the form turns an empty text into null. */
const optionalChoices = (known: readonly string[]): Value[] => [
  ...choices(known).filter(([, value]) => value !== null && value !== ''),
  ['nothing', null, 'accepted'],
  ['the empty text', '', 'cleaned'],
];

/** Phone numbers as they are typed, and as the form sends and the database stores them. */
export const PHONES: readonly [typed: string, stored: string][] = [
  ['٠١٤١ ٤٩٦ ٠١٩٩', '0141 496 0199'],
  ['۰۱۴۱ ۴۹۶ ۰۱۹۹', '0141 496 0199'],
  ['＋４４　１４１　４９６　０１９９', '+44\u3000141\u3000496\u30000199'],
  ['＋٤٤ ۱٤１ 496 0199', '+44 141 496 0199'],
  ['O141 496 o199', '0141 496 0199'],
  ['0141 496 O199', '0141 496 0199'],
  ['0141 4961o', '0141 49610'],
  ['٠o٤١ ٤٩٦ ٠١٩٩', '0041 496 0199'],
  ['0141 4OO 0199', '0141 400 0199'],
  ['0141 4960199 or 5', '0141 4960199 or 5'],
  ['0141 4960199 (Mo)', '0141 4960199 (Mo)'],
  ['0141-496-0199 x2', '0141-496-0199 x2'],
];

const of = (table: Field['table'], column: string, values: Value[]): Case[] =>
  values.map(([title, value, verdict]) => ({ table, column, title, value, verdict }));

/** The cases for both the forms' schemas and the database. */
export const CASES: Case[] = [
  ...of('bookings', 'name', lineValues(LIMITS.name)),
  ...of('bookings', 'phone', lineValues(LIMITS.phone)),
  ...of('bookings', 'email', EMAILS),
  ...BOOKING_FIELD_NAMES.flatMap((name) => {
    const { choices: known, text, optional = false } = bookingField(name);
    const keys = Object.keys(known ?? {});
    if (known) return of('bookings', name, optional ? optionalChoices(keys) : choices(keys));
    return text ? of('bookings', name, paragraphValues({ min: 1, optional, ...text })) : [];
  }),
  ...of('bookings', 'preferred_date', DATES),
  ...of('job_applications', 'name', lineValues(LIMITS.name)),
  ...of('job_applications', 'phone', lineValues(LIMITS.phone)),
  ...of('job_applications', 'email', EMAILS),
  ...of(
    'job_applications',
    'cover_letter',
    paragraphValues({ min: 1, optional: true, ...LIMITS.coverLetter }),
  ),
  ...of('contact_messages', 'name', lineValues(LIMITS.name)),
  ...of('contact_messages', 'email', EMAILS),
  ...of('contact_messages', 'subject', lineValues(LIMITS.subject)),
  ...of('contact_messages', 'message', paragraphValues(LIMITS.message)),
  ...of('crew', 'name', lineValues(STAFF_LIMITS.personName)),
];
