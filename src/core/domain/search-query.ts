import { normalise, normaliseWithPlaces, type NormalisedText, type Range } from './normalise.ts';
import { postcodesIn } from './postcode.ts';
import {
  compactPostcode,
  dayForms,
  daysIn,
  monthForms,
  monthOf,
  MONTHS,
  nationalDigits,
  NUMBER_DIGITS,
} from './search-text.ts';

/**
 * One term of a query: the text or pattern that a row's search text may hold, and the pattern to
 * mark in a shown text.
 */
export interface Term {
  sought: string | RegExp;
  /** Ranges of a shown text, normalised. */
  shown: (text: NormalisedText) => Range[];
}

/**
 * Parses a query: words in any order, each sought as part of a word, and both parts of a double
 * name. A day ("22 Nov", "November 22, 2026", "22/11/26") is one term, and so is a postcode, a
 * number in groups, with 0 or +44, and a house number with the first word of its street.
 */
export function parseQuery(query: string): Term[] {
  const tokens = query.split(/[\s,;]+/).filter((token) => normalise(token) !== '');
  const terms: Term[] = [];
  while (tokens.length > 0) {
    const read = readPostcode(tokens) ?? readDay(tokens) ?? readHouse(tokens) ?? readNumber(tokens);
    if (read) terms.push(read.term);
    else terms.push(...wordTerms(tokens[0] ?? ''));
    tokens.splice(0, read?.used ?? 1);
  }
  return terms;
}

/** Whether a row's search text holds every term of a query. */
export const matchesAll = (searchText: string, terms: readonly Term[]): boolean =>
  terms.every(({ sought }) =>
    typeof sought === 'string' ? searchText.includes(sought) : sought.test(searchText),
  );

/** Between two tokens it joins them: a reference and a double name are one term. */
const HYPHEN = /^\p{Pd}$/u;

/** The ranges of a shown text that a query matches, in order and without overlaps. */
export function marksIn(text: string, terms: readonly Term[]): Range[] {
  if (terms.length === 0) return [];
  const normalised = normaliseWithPlaces(text);
  const ranges = terms
    .flatMap(({ shown }) => shown(normalised))
    .flatMap(([start, end]): Range[] => {
      const [first, last] = [normalised.places[start], normalised.places[end - 1]];
      return first && last ? [[first[0], last[1]]] : [];
    });
  const marks: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1);
    if (last && (start <= last[1] || HYPHEN.test(text.slice(last[1], start))))
      marks[marks.length - 1] = [last[0], Math.max(last[1], end)];
    else marks.push([start, end]);
  }
  return marks;
}

interface Read {
  term: Term;
  /** The number of tokens that the term takes. */
  used: number;
}

/** An abbreviation is also found without its full stop, within the whole word. */
const wordTerms = (token: string): Term[] =>
  token
    .split(/(?<=\p{L})\p{Pd}(?=\p{L})/u)
    .map((part) => normalise(part).replace(/(?<=^\p{L}+)\.$/u, ''))
    .filter((part) => part !== '')
    .map(wordTerm);

/** Marked as typed, or as two words or with another `Mac`. */
const wordTerm = (word: string): Term => ({
  sought: word,
  shown: (text) => {
    const found = occurrences(text.normalised, word);
    if (found.length > 0 || word.length < 3 || !/^[\p{L}\d]+$/u.test(word)) return found;
    const isScots = /^ma?c./.test(word);
    const letters = isScots ? ['ma?c', ...word.replace(/^ma?c/, '')] : [...word];
    return shownBy(`\\b${letters.join('\\s*')}`)(text);
  },
});

function occurrences(text: string, part: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    found.push([at, at + part.length]);
  return found;
}

/** For a pattern, a letter or digit with the one that is typed in its place. */
const MISREAD: Readonly<Record<string, string>> = { 0: '[0o]', 1: '[1il]', o: '[o0]', i: '[i1]' };

/** `PA1 2AB`, `pa12ab`, `PA1 OAB`. Also found as typed, because `B1 2nd` may be a unit's floor. */
function readPostcode(tokens: readonly string[]): Read | null {
  for (const used of [1, 2, 3]) {
    const typed = tokens.slice(0, used);
    const parts =
      typed
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\d]+/gu) ?? [];
    const [found] = postcodesIn(typed.join(' '));
    if (!found) continue;
    const compact = compactPostcode(found);
    if (parts.join('').length !== compact.length) return null;
    const asTyped = parts.join('[\\s.,]*');
    const shown = [...compact].map((letter) => MISREAD[letter] ?? letter).join('[\\s.]*');
    const sought = new RegExp(`\\b(?:${compact}|${asTyped})\\b`);
    return { term: { sought, shown: shownBy(`\\b(?:${shown}|${asTyped})\\b`) }, used };
  }
  return null;
}

/**
 * `22 Nov`, `22nd of November`, `Nov 22nd`, `November 22, 2026`, `Nov 2026`, `22/11/2026`,
 * `22-11-26`.
 */
function readDay(tokens: readonly string[]): Read | null {
  const filler = tokens[1]?.toLowerCase() === 'of' ? 1 : 0;
  const [first = ''] = tokens;
  const [second = '', third = ''] = tokens.slice(1 + filler);
  const [inWords] = FIGURES_ONLY.test(first) ? daysIn(first) : [];
  if (inWords !== undefined) return { term: dayTerm(`\n${inWords}`, inWords.split(' ')), used: 1 };
  const month = monthOf(first) ?? monthOf(second);
  if (month === undefined) return null;
  const other = monthOf(first) === undefined ? first : second;
  if (YEAR.test(other) && monthOf(first) !== undefined)
    return { term: dayTerm(`${month} ${other}`, [month, other]), used: 2 + filler };
  const [, date] = DATE.exec(other) ?? [];
  if (date === undefined) return null;
  const hasYear = YEAR.test(third);
  const words = [date, month, ...(hasYear ? [third] : [])];
  return { term: dayTerm(`\n${words.join(' ')}`, words), used: (hasYear ? 3 : 2) + filler };
}

const FIGURES_ONLY = /^[\d/.-]+$/;
const YEAR = /^20\d\d$/;
const DATE = /^0?([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/i;

/** Marked in every order and form of a day in words; a whole day in figures too. */
function dayTerm(sought: string, words: readonly string[]): Term {
  const month = words.find((word) => monthOf(word)) ?? '';
  const name = monthForms(month);
  const [date, , year] = words[0] === month ? [] : words;
  const inWords = date === undefined ? [name] : dayForms(date, name);
  const inFigures =
    year === undefined
      ? []
      : [`0?${date}[/.]0?${MONTHS.indexOf(month) + 1}[/.](?:20)?${year.slice(2)}`];
  // After its hyphens were removed, a date has its year right after it.
  const forms = [...inWords, ...inFigures].map((form) => `\\b${form}(?=20\\d\\d|\\b)`);
  return { sought, shown: shownBy(forms.join('|')) };
}

/** Shorter words are abbreviations, and `Mac` has several spellings. */
const STREET_WORD = /^(?!ma?c)\p{L}{3,}$/u;

/**
 * `3 Gauze`: the short number would be found in most rows. Between the two may be a letter, another
 * number or a few words: `3A Gauze Street`, `Flat 3, 12 Gauze Street`, `3 Gauze Street, Paisley`.
 */
function readHouse([house = '', street = '']: readonly string[]): Read | null {
  const word = normalise(street);
  if (!/^\d{1,3}$/.test(house) || !STREET_WORD.test(word)) return null;
  const between = '(?:[\\s,]+\\d+[a-z]?(?=[\\s,]))?(?:[\\s,]*|[\\s,]\\D{0,40}[\\s,])';
  const pattern = `(?<![\\d/])${house}[a-z]?${between}${word}`;
  return { term: { sought: new RegExp(pattern), shown: shownBy(pattern) }, used: 2 };
}

/** The ranges of a pattern in a shown text. */
const shownBy =
  (pattern: string): Term['shown'] =>
  ({ normalised }) =>
    [...normalised.matchAll(new RegExp(pattern, 'gu'))].map(({ 0: part, index }): Range => [
      index,
      index + part.length,
    ]);

const NUMBER_PART = /^\+?[\d().-]*\d[\d().-]*$/;

/** A phone number or a part of one: `0141 496 0123`, `+44 (0)141`. */
function readNumber(tokens: readonly string[]): Read | null {
  const end = tokens.findIndex(
    (token, index) => !NUMBER_PART.test(token) || (index > 0 && token.startsWith('+')),
  );
  const used = end < 0 ? tokens.length : end;
  const written = tokens.slice(0, used).join(' ');
  const digits = written.replaceAll(/\D/g, '');
  const isOne = digits.length >= NUMBER_DIGITS || (written.startsWith('+') && digits.length > 2);
  if (isOne) return { term: numberTerm(nationalDigits(written)), used };
  return used === 0 ? null : { term: numberTerm((tokens[0] ?? '').replaceAll(/\D/g, '')), used: 1 };
}

/** Marked in any grouping of its digits. */
function numberTerm(digits: string): Term {
  const forms = digits.startsWith('0') ? [digits, digits.slice(1)] : [digits];
  const shown = ({ normalised }: NormalisedText) =>
    [...normalised.matchAll(SHOWN_NUMBER)].flatMap(({ 0: number, index }) =>
      inNumber(number, index, forms),
    );
  return { sought: digits, shown };
}

const SHOWN_NUMBER = /\d[\d\s().]*/g;

/** The first form that a shown number contains; `offset` is the number's start. */
function inNumber(number: string, offset: number, forms: readonly string[]): Range[] {
  const digits = [...number.matchAll(/\d/g)];
  const plain = digits.map(([digit]) => digit).join('');
  const form = forms.find((form) => form !== '' && plain.includes(form));
  if (form === undefined) return [];
  return occurrences(plain, form).map(([start, end]): Range => [
    offset + (digits[start]?.index ?? 0),
    offset + (digits[end - 1]?.index ?? 0) + 1,
  ]);
}
