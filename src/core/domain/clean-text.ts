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

/**
 * Characters that show nothing of their own: ignorable ones, other blanks, and the
 * diacritics that all scripts share. `private.seen` in the database.
 */
const UNSEEN =
  /[\p{DI}\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2800\ufe20-\ufe2f\ufff9-\ufffb\u{1d159}]/gu;
/** More than six marks on one letter, which cover the lines around it. `private.marks`. */
const STACKED_MARKS = /([\p{M}\p{DI}]{6})[\p{M}\p{DI}]+/gu;

/** A text as people see it. */
export const seen = (value: string): string => value.replace(UNSEEN, '').trim();

/** A text that can be read: without stacked marks, and empty if nothing of it can be seen. */
const legible = (value: string): string =>
  seen(value) === '' ? '' : value.replace(STACKED_MARKS, '$1');

/**
 * A pasted text of several lines as the database accepts it: trimmed, with `\n` as line break and
 * without unreadable characters.
 */
export const cleanParagraphs = (value: string): string =>
  legible(value.replace(LINE_BREAKS, '\n').replace(UNREADABLE, '').trim());

/**
 * A pasted text as the database accepts it on one line: trimmed, with spaces for breaks and tabs,
 * without invisible characters.
 */
export const cleanLine = (value: string): string =>
  legible(
    value
      .replace(LINE_BREAKS, ' ')
      .replaceAll('\t', ' ')
      .replace(UNREADABLE, '')
      .replace(INVISIBLE, '')
      .replace(LEADING_JOINERS, '')
      .replace(IDLE_JOINERS, '$1')
      .trim(),
  );
