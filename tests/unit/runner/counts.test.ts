import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { countChecks } from '../../runner/counts.mjs';
import type { Stage } from '../../runner/stages.mjs';

const lint: Stage = { name: 'lint', script: 'lint' };
const unit: Stage = { name: 'unit', script: 'test:unit', report: 'vitest' };
const browser: Stage = { name: 'browser', script: 'test:e2e', report: 'playwright' };

const NO_FILE = path.join(tmpdir(), 'no-report', 'report.json');

function reportOf(report: unknown): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

/** A Playwright report of one file's tests: a group nested in the file's suite. */
function browserReport(statuses: Record<string, string>, errors: unknown[] = []): string {
  const specs = Object.entries(statuses).map(([title, status]) => ({
    title,
    tests: [
      {
        projectName: 'e2e',
        status,
        results: [{ errors: status === 'expected' ? [] : [{ message: 'Not found' }] }],
      },
    ],
  }));
  return reportOf({
    suites: [
      {
        title: 'booking.spec.ts',
        specs: specs.slice(0, 1),
        suites: [{ title: 'a group', specs: specs.slice(1) }],
      },
    ],
    errors,
  });
}

const total = (stage: Stage, ok: boolean, file: string) => {
  const { passed, failed } = countChecks(stage, ok, file);
  return { passed, failed };
};

test('a stage without a report is one check, that passes when its command ends well', () => {
  expect(total(lint, true, NO_FILE)).toEqual({ passed: 1, failed: 0 });
  expect(total(lint, false, NO_FILE)).toEqual({ passed: 0, failed: 1 });
});

test('a suite counts the tests that its report counts', () => {
  expect(total(unit, false, reportOf({ numPassedTests: 7, numFailedTests: 2 }))).toEqual({
    passed: 7,
    failed: 2,
  });
});

test('a suite names a test that passed at its second try', () => {
  const assertionResults = [
    { fullName: 'is shown', status: 'passed', failureMessages: ['Not found'] },
    { fullName: 'is sent', status: 'passed', failureMessages: [] },
  ];
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [{ assertionResults }] };
  expect(countChecks(unit, true, reportOf(report))).toEqual({
    passed: 2,
    failed: 0,
    failing: [],
    flaky: [{ name: 'is shown', error: 'Not found' }],
  });
});

test('a suite lists its failed tests with their messages', () => {
  const testResults = [
    {
      assertionResults: [
        { fullName: 'is stored once', status: 'failed', failureMessages: ['expected 2 to be 1'] },
        { fullName: 'is sent', status: 'passed', failureMessages: [] },
      ],
    },
  ];
  const { failing } = countChecks(
    unit,
    false,
    reportOf({ numPassedTests: 1, numFailedTests: 1, testResults }),
  );
  expect(failing).toEqual([{ name: 'is stored once', error: 'expected 2 to be 1' }]);
});

test('the tests of a browser are counted and named, in groups and outside of them', () => {
  const counts = countChecks(
    browser,
    false,
    browserReport({ 'is sent': 'expected', 'is refused': 'unexpected', 'is queued': 'expected' }),
  );
  expect(counts).toEqual({
    passed: 2,
    failed: 1,
    failing: [{ name: '[e2e] booking.spec.ts › a group › is refused', error: 'Not found' }],
    flaky: [],
  });
});

test('a test that passed on its second try is flaky: it is named, and counts as passed', () => {
  expect(
    countChecks(browser, true, browserReport({ 'is sent': 'expected', 'is queued': 'flaky' })),
  ).toEqual({
    passed: 2,
    failed: 0,
    failing: [],
    flaky: [{ name: '[e2e] booking.spec.ts › a group › is queued', error: 'Not found' }],
  });
});

test('a test that was left out is a failure', () => {
  expect(
    total(browser, true, browserReport({ 'is sent': 'expected', 'is refused': 'skipped' })),
  ).toEqual({ passed: 1, failed: 1 });
});

test('an error outside of the tests is a failure, beside those that failed', () => {
  const report = browserReport({ 'is sent': 'expected', 'is refused': 'unexpected' }, [
    { message: 'The worker could not be ended' },
  ]);
  expect(total(browser, false, report)).toEqual({ passed: 1, failed: 2 });
});

test('a suite that leaves no report is a failure', () => {
  expect(total(unit, true, NO_FILE)).toEqual({ passed: 0, failed: 1 });
});

test('a suite that ran nothing is a failure', () => {
  expect(total(unit, true, reportOf({ numPassedTests: 0, numFailedTests: 0 }))).toEqual({
    passed: 0,
    failed: 1,
  });
  expect(total(browser, true, browserReport({}))).toEqual({ passed: 0, failed: 1 });
});

test('a suite that ends badly without naming a failed test is a failure', () => {
  expect(total(unit, false, reportOf({ numPassedTests: 7, numFailedTests: 0 }))).toEqual({
    passed: 7,
    failed: 1,
  });
});

test('a test that took too long says so', () => {
  const report = reportOf({
    numPassedTests: 0,
    numFailedTests: 1,
    testResults: [
      {
        assertionResults: [
          { fullName: 'is sent', status: 'failed', failureMessages: ['Error: STACK_TRACE_ERROR'] },
        ],
      },
    ],
  });
  expect(countChecks(unit, false, report).failing).toEqual([
    { name: 'is sent', error: 'Error: The test took too long.' },
  ]);
});
