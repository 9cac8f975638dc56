import { expect, test } from 'vitest';
import { afterSecondRun } from '../../runner/flaky.mjs';

const failure = (name: string) => ({ name, error: `${name} broke` });
const run = (passing: string[], failing: string[], failed = failing.length) => ({
  passed: passing.length,
  failed,
  passing,
  failing: failing.map(failure),
});

test('a test that fails and then passes alone is flaky, and counts as passed', () => {
  expect(afterSecondRun(run(['a', 'b'], ['c']), run(['c'], []))).toEqual({
    passed: 3,
    failed: 0,
    failing: [],
    flaky: [failure('c')],
  });
});

test('a test that fails twice is failed', () => {
  expect(afterSecondRun(run(['a'], ['b', 'c']), run(['c'], ['b']))).toEqual({
    passed: 2,
    failed: 1,
    failing: [failure('b')],
    flaky: [failure('c')],
  });
});

test('a failed test that the second run leaves out is failed', () => {
  expect(afterSecondRun(run(['a'], ['b', 'c']), run(['c'], []))).toEqual({
    passed: 2,
    failed: 1,
    failing: [failure('b')],
    flaky: [failure('c')],
  });
});

test('a second run that ends badly is a failure, whatever passed in it', () => {
  expect(afterSecondRun(run(['a'], ['b']), run(['b'], [], 1))).toEqual({
    passed: 2,
    failed: 1,
    failing: [],
    flaky: [failure('b')],
  });
});

test('an error outside of the tests stays a failure after every test has passed', () => {
  expect(afterSecondRun(run(['a'], ['b'], 2), run(['b'], []))).toEqual({
    passed: 2,
    failed: 1,
    failing: [],
    flaky: [failure('b')],
  });
});
