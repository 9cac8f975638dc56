/** No digit, sign or address: letters, and the marks that names have. */
const NAME = /^(?=.*\p{L})[\p{L}\p{M} .'’&-]{1,40}$/u;
/** A stop within a word: of `J.R.`, not of `prize.example`. */
const ADDRESS = /\.\p{L}{2}|\bwww\b/iu;
const MOST_WORDS = 5;

const looksLikeName = (name: string): boolean =>
  NAME.test(name) && !ADDRESS.test(name) && name.split(' ').length <= MOST_WORDS;

/**
 * The first line of a text to a visitor. Anyone may type a name and another person's address, so
 * that a typed name is repeated only where it looks like one.
 */
export const greetingOf = (name: string): string =>
  looksLikeName(name) ? `Hello ${name},` : 'Hello,';
