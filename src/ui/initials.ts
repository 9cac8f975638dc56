const LETTER = /[\p{L}\p{N}]/u;
/** Whole without `Intl`, whose first use blocks a slow phone (docs/decisions/0011). */
const PLAIN = /^[\p{Script=Latin}\d](?!\p{M})/u;
const WITH_MARKS = /^.\p{M}*/u;

/** The first letters or digits of the first and the last name, each a whole grapheme. */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => LETTER.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => firstGrapheme(word.slice(word.search(LETTER))))
    .join('')
    .toUpperCase();
}

function firstGrapheme(text: string): string {
  if (!PLAIN.test(text) && 'Segmenter' in Intl) {
    const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
    return segments.containing(0)?.segment ?? '';
  }
  return WITH_MARKS.exec(text)?.[0] ?? '';
}
