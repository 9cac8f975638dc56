/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Apostrophes of phones and word processors, hyphens of every width, and invisible characters. */
const DROPPED = /['’‘ʼ`´′＇\p{DI}\p{Pd}]/gu;
const DROPPED_ASCII = /['`-]/g;
const ACCENTS = /\p{M}/gu;
const ASCII = /^[\x00-\x7f]*$/;

/** A text as searches compare it: lower-case, without accents, apostrophes and hyphens. */
export function normalise(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(DROPPED_ASCII, '');
  const plain = text.replace(DROPPED, '').toLowerCase().normalize('NFKD').replace(ACCENTS, '');
  return plain.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/** A range of a text in UTF-16 units; the end is exclusive. */
export type Range = readonly [start: number, end: number];

/** A normalised text, with the range of the original for each of its units. */
export interface NormalisedText {
  normalised: string;
  places: Range[];
}

export function normaliseWithPlaces(text: string): NormalisedText {
  const places: Range[] = [];
  let normalised = '';
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const result = normalise(letter);
    normalised += result;
    for (let unit = 0; unit < result.length; unit++) places.push([index, index + letter.length]);
  }
  return { normalised, places };
}

/** The range includes the accents that follow. */
const LETTER = /.\p{M}*/gsu;
