import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TESTS = path.join(import.meta.dirname, '..');
/** A table's first two lines. */
const HEADER = /^(?:The specification|-+)$/;

/**
 * `file › title`, or `file › title of the group › title` where the same title stands in several
 * groups.
 */
const REFERENCE = /`([\w/.-]+\.ts) › ([^`]+)`/g;
/** A title: the text that a call takes before a function, or before a tag and a function. */
const TITLE = /\(\s*(['"`])((?:(?!\1).)+)\1,\s*(?:\{ tag[^}]*\},\s*)?(?:async )?\(/g;

const rows = readFileSync(path.join(TESTS, '../docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([sentence = '']) => !HEADER.test(sentence));

function titlesIn(file: string): Set<string | undefined> {
  const source = readFileSync(path.join(TESTS, file), 'utf8');
  return new Set([...source.matchAll(TITLE)].map(([, , title]) => title));
}

test('every sentence of the specification names the tests that hold it, or says why there is none', () => {
  expect(rows).not.toEqual([]);
  const unanswered = rows.filter(([sentence, tests, note, ...more]) => {
    const strayTexts = tests?.replaceAll(REFERENCE, '').replaceAll('<br>', '').trim();
    return !sentence || !(tests || note) || strayTexts || more.length > 0;
  });
  expect(unanswered).toEqual([]);
});

test('every test that the table of sentences names is there', () => {
  const references = rows.flatMap(([, tests = '']) => [...tests.matchAll(REFERENCE)]);
  const missing = references.filter(([, file = '', titles = '']) => {
    const known = titlesIn(file);
    return titles.split(' › ').some((title) => !known.has(title));
  });
  expect(missing.map(([reference]) => reference)).toEqual([]);
});
