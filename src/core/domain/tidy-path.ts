/** Punctuation and spaces, encoded or not. */
const MARK =
  '(?:%(?:2[0-9a-f]|3[a-f]|[57][b-f]|[46]0|e2%80%[0-9a-f]{2}|c2%[ab][0-9a-f])|[^a-z0-9%])';

type Steps = readonly (readonly [pattern: RegExp, replacement: string])[];

/**
 * Replacements, in this order, in a path as a program passed it on: with `%23` for `#`, and `%3F` or
 * `&` for the first `?`.
 */
const TAIL_STEPS: Steps = [
  [/%23(?=.)/, '#'],
  [/(?:%3f|%26|&)(?=.)/i, '?'],
  [/%3d/gi, '='],
  [/%26/g, '&'],
];

/**
 * Replacements, in this order, in a lower-case path. The bound keeps a hostile path from costing
 * quadratic time.
 */
const TIDY_STEPS: Steps = [
  [/\/{2,}/g, '/'],
  [new RegExp(`${MARK}{1,40}$`), ''],
  [/(?:\/index)?(?:\.html?)?$/, ''],
  [new RegExp(`^${MARK}*`), '/'],
];

/** A path without its tail: the query or fragment whose mark a program changed, or nothing. */
export interface TidyPath {
  path: string;
  tail: string;
}

const inSteps = (steps: Steps, text: string): string =>
  steps.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), text);

/**
 * The path that people mean by one as they write and print it, or as a program passed it on: with
 * capitals, doubled slashes, an `index.html`, brackets and full stops around it, or the query's and
 * fragment's marks encoded. It begins with one slash, so it leads to no other site. Never throws.
 */
export function tidyPath(pathname: string): TidyPath {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(inSteps(TAIL_STEPS, pathname)) ?? [];
  return { path: inSteps(TIDY_STEPS, path.toLowerCase()), tail };
}

/** The address of a tidy path, with the query and the fragment that followed it. */
export const addressOf = (
  { path, tail }: TidyPath,
  { search, hash = '' }: { search: string; hash?: string },
): string => `${path}${tail}${tail ? search.replace('?', '&') : search}${hash}`;
