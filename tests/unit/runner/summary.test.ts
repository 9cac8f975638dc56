import { expect, test } from 'vitest';
import type { Failure } from '../../runner/counts.mjs';
import { summarize } from '../../runner/summary.mjs';

const stage = (name: string, passed: number, failed: number, flaky: string[] = []) => ({
  name,
  passed,
  failed,
  failing: [] as Failure[],
  flaky: flaky.map((test) => ({ name: test, error: `${test} was late` })),
  seconds: 1.25,
});

const lastLine = (text: string) => text.split('\n').at(-1);

test('the last line is the sum of all stages, alone', () => {
  const { text, ok } = summarize([stage('lint', 1, 0), stage('unit', 569, 0)]);
  expect(lastLine(text)).toBe('570 passed, 0 failed');
  expect(ok).toBe(true);
});

test('each stage has a row with its counts and its time', () => {
  expect(summarize([stage('unit', 569, 2)]).text).toMatch(/^unit +569 +2 +1\.3 s$/m);
});

test('one failed test fails the run', () => {
  const { text, ok } = summarize([stage('lint', 1, 0), stage('unit', 568, 1)]);
  expect(lastLine(text)).toBe('569 passed, 1 failed');
  expect(ok).toBe(false);
});

test('each failed test is named with its stage and the beginning of its error, as plain text', () => {
  const error = [
    '\u001b[31mError: expected 1\u001b[39m',
    ...Array<string>(30).fill('    at somewhere'),
  ].join('\n');
  const { text } = summarize([
    { ...stage('faults', 50, 1), failing: [{ name: '[faults] a.spec.ts › is sent', error }] },
  ]);
  expect(text).toContain(
    'Failed\n  faults: [faults] a.spec.ts › is sent\n      Error: expected 1\n',
  );
  expect(text.match(/at somewhere/g)).toHaveLength(11);
  expect(text).toContain('The whole errors and outputs are in test-results/reports');
});

test('a run in which nothing passed fails', () => {
  expect(summarize([]).ok).toBe(false);
});

test('flaky tests are named with their first failure, and pass', () => {
  const { text, ok } = summarize([
    stage('browser', 190, 0, ['a', 'b']),
    stage('long', 60, 0, ['c']),
  ]);
  expect(text).toContain(
    'Flaky: failed, then passed\n  browser: a\n      a was late\n  browser: b\n      b was late\n  long: c\n      c was late\n',
  );
  expect(lastLine(text)).toBe('250 passed, 0 failed');
  expect(ok).toBe(true);
});
