import { describe, expect, test } from 'vitest';
import {
  describeError,
  describeViolation,
  ExpectedError,
  releaseOf,
} from '../../../src/core/errors/describe-error.ts';

const SITE = 'https://www.example.com';
function thrown(message: string, ...frames: string[]): TypeError {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...frames.map((frame) => `    at f (${frame})`)].join(
    '\n',
  );
  return error;
}
const OWN = `${SITE}/assets/shell-1a2b3c4.js:1:200`;

test('an error is named by its class and the top frame in the site’s own files', () => {
  expect(
    describeError(thrown('x is undefined', 'chrome-extension://a/b.js:1:1', OWN, OWN), SITE),
  ).toEqual({ kind: 'TypeError', place: '/assets/shell-1a2b3c4.js:1:200', text: 'x is undefined' });
});

test('the worker’s own file is one of them, and a page’s address is not shown', () => {
  expect(describeError(thrown('x', `${SITE}/sw.js:1:9`), SITE)?.place).toBe('/sw.js:1:9');
  expect(describeError(thrown('x', `${SITE}/booking/?name=Ailsa:1:9`), SITE)?.place).toBe('page');
});

test.each([
  'Failed to fetch',
  'Load failed',
  'NetworkError when attempting to fetch resource.',
  'Failed to fetch dynamically imported module: https://www.example.com/assets/a.js',
  'The connection was lost',
  'no-response :: [{"url":"https://www.example.com/a.avif"}]',
])('a lost connection is not reported: %s', (message) => {
  expect(describeError(thrown(message, OWN), SITE)).toBeNull();
});

test('an error that the product expects is not reported', () => {
  expect(describeError(new ExpectedError('The submission still waits'), SITE)).toBeNull();
});

test('an error of an extension is not reported', () => {
  expect(describeError(thrown('x', 'chrome-extension://a/b.js:1:1'), SITE)).toBeNull();
});

test('messages that differ in names, addresses and numbers alone are the same', () => {
  const textOf = (message: string) => describeError(thrown(message, OWN), SITE)?.text;
  const text = textOf(`"Ailsa" at https://a.example/?q=1 a@example.com 12`);
  expect(text).toBe(textOf(`"Moira" at https://b.example/?q=2 b@example.com 345`));
  expect(text).not.toMatch(/Ailsa|example|12/);
});

test('a thrown value that is no Error is counted without its text', () => {
  expect(describeError('Ailsa Craig', SITE)).toEqual({
    kind: 'Unknown',
    place: 'unknown',
    text: 'string',
  });
});

describe('a violation of the policy', () => {
  const violation = (sourceFile: string) =>
    describeViolation({ effectiveDirective: 'img-src', sourceFile }, SITE);

  test('of the site is named by its directive', () => {
    expect(violation(`${SITE}/assets/a.js`)).toMatchObject({
      kind: 'PolicyViolation',
      place: 'img-src',
    });
    expect(violation('')).toMatchObject({ place: 'img-src' });
  });

  test('of an extension is not reported', () => {
    expect(violation('chrome-extension')).toBeNull();
  });
});

test.each([
  ['https://www.example.com/assets/shell-1a2b3c4.js', 'shell-1a2b3c4'],
  ['assets/shell-1a_b-c4.js', 'shell-1a_b-c4'],
  ['', 'none'],
])('the file %j is of the release %s', (file, release) => {
  expect(releaseOf(file)).toBe(release);
});

test('only the beginning of a long text is read', () => {
  const textOf = (message: string) => describeError(thrown(message, OWN), SITE)?.text;
  const text = 'a'.repeat(80_000);
  expect(textOf(`${text} b`)).toBe('a'.repeat(200));
  expect(textOf(`"${text}" is too long`)).toBe(`"${'a'.repeat(199)}`);
});
