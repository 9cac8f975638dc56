/** Punctuation and spaces, encoded or not. */
const MARK =
  '(?:%(?:2[0-9a-f]|3[a-f]|[57][b-f]|[46]0|e2%80%[0-9a-f]{2}|c2%[ab][0-9a-f])|[^a-z0-9%])';

/**
 * Replacements, in this order, in a lower-case path. The build also writes them into the not-found
 * page. The bound keeps a hostile path from costing quadratic time.
 */
export const TIDY_STEPS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\/{2,}/g, '/'],
  [new RegExp(`${MARK}{1,40}$`), ''],
  [/(?:\/index)?(?:\.html?)?$/, ''],
  [new RegExp(`^${MARK}*`), '/'],
];

/**
 * The path that people mean by one as they write and print it: with capitals, doubled slashes, an
 * `index.html`, or brackets and full stops around it. It begins with one slash, so it leads to no
 * other site.
 */
export const tidyPath = (pathname: string): string =>
  TIDY_STEPS.reduce(
    (path, [pattern, replacement]) => path.replace(pattern, replacement),
    pathname.toLowerCase(),
  );
