/** A described error. `text` is only hashed and never leaves the device. */
export interface DescribedError {
  kind: string;
  /** The top frame in a file of the site, such as `/assets/shell-1a2b3c4.js:1:200`. */
  place: string;
  text: string;
}

/** An error that the product expects, such as a list behind a sign-in page. It is not reported. */
export class ExpectedError extends Error {}

/**
 * A lost connection is no error of the site, and an offline page would report each of its requests.
 * `no-response` is Workbox's.
 */
const NETWORK =
  /no-response|fetch|network|load failed|connection|importing a module|abort|timed? ?out/i;
const OWN_FILE = /^(\/(?:assets\/[\w.-]+|sw)\.js)\S*?:(\d+):(\d+)/;
const KIND = /^[A-Za-z]{1,40}$/;
const MOST_CHARACTERS = 200;
/** The patterns below take the square of a text's length. */
const MOST_READ = 2000;

/** The message without addresses, quoted texts and numbers, which differ between people. */
const scrub = (message: string) =>
  message
    .slice(0, MOST_READ)
    .replaceAll(/\b[a-z-]+:\/\/\S+/gi, '')
    .replaceAll(/\S+@\S+/g, '')
    .replaceAll(/(["'`“‘]).*?["'`”’]/g, '')
    .replaceAll(/\d+/g, '0')
    .slice(0, MOST_CHARACTERS);

/** The position in the site's own files; null for foreign code, such as an extension's. */
function placeOf(stack: string, origin: string): string | null {
  if (!/:\/\//.test(stack)) return 'unknown';
  for (const [, file, line, column] of stack
    .split(origin)
    .slice(1)
    .flatMap((part) => [OWN_FILE.exec(part)].filter((found) => found !== null)))
    return `${file}:${line}:${column}`;
  return stack.includes(`${origin}/`) ? 'page' : null;
}

/** Describes a thrown value; null for an error that is not reported. `origin` is the site's. */
export function describeError(thrown: unknown, origin: string): DescribedError | null {
  if (!(thrown instanceof Error)) return { kind: 'Unknown', place: 'unknown', text: typeof thrown };
  const { name, message, stack = '' } = thrown;
  if (thrown instanceof ExpectedError) return null;
  if (name === 'AbortError' || NETWORK.test(message)) return null;
  const place = placeOf(stack, origin);
  if (place === null) return null;
  return { kind: KIND.test(name) ? name : 'Error', place, text: scrub(message) };
}

/** Describes a violation of the content security policy; null for foreign code. */
export function describeViolation(
  violation: { effectiveDirective: string; sourceFile: string },
  origin: string,
): DescribedError | null {
  const { effectiveDirective: directive, sourceFile } = violation;
  if (sourceFile !== '' && !sourceFile.startsWith(`${origin}/`)) return null;
  return { kind: 'PolicyViolation', place: directive.slice(0, 40) || 'unknown', text: directive };
}

/** The release in a file's name: `shell-1a2b3c4` of `https://…/assets/shell-1a2b3c4.js`. */
export const releaseOf = (file: string): string =>
  (/([^/]*?)\.\w+(?:\?|$)/.exec(file)?.[1] ?? '').replaceAll(/[^\w-]/g, '-').slice(0, 40) || 'none';
