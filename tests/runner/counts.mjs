import { readFileSync } from 'node:fs';

/** A failed test and its error. @typedef {{ name: string, error: string }} Failure */

/**
 * A stage's counts. `flaky` tests failed and then passed at their second try; they count as
 * passed.
 * @typedef {{ passed: number, failed: number, failing: Failure[], flaky: Failure[] }} Counts
 */

/**
 * Counts a stage's checks. A suite that ran nothing, left no report, or failed without naming a
 * test counts as one more failure, so that silence never counts as success.
 * @param {import('./stages.mjs').Stage} stage
 * @param {boolean} ok Whether its command succeeded.
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countChecks({ report }, ok, reportFile) {
  if (!report) return { ...NOTHING, passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const counts = readReport(reportFile, READERS[report]);
  const silent = counts.failed === 0 && (!ok || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}

/** @type {Counts} */
const NOTHING = { passed: 0, failed: 0, failing: [], flaky: [] };

/**
 * @typedef {{ errors?: { message?: string }[] }} Try
 * @typedef {{ title: string, tests: { projectName: string, status: string, results?: Try[] }[] }}
 * Spec
 * @typedef {{ title: string, suites?: Suite[], specs: Spec[] }} Suite
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults?: { assertionResults:
 * Assertion[] }[] }} VitestReport
 */

const READERS = {
  /** @param {VitestReport} report @returns {Counts} */
  vitest({ numPassedTests, numFailedTests, testResults = [] }) {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failuresOf = (/** @type {(test: Assertion) => boolean} */ isOne) =>
      tests.filter(isOne).map(({ fullName, failureMessages }) => ({
        name: fullName,
        // The name that vitest gives to the error of a timeout.
        error: failureMessages
          .join('\n')
          .replaceAll('STACK_TRACE_ERROR', 'The test took too long.'),
      }));
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failing: failuresOf(({ status }) => status === 'failed'),
      // The errors of the first try.
      flaky: failuresOf(
        ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
      ),
    };
  },
  /**
   * A test that was left out, and an error outside of the tests, are failures. @param {{ suites:
   * Suite[], errors: unknown[] }} report @returns {Counts}
   */
  playwright({ suites, errors }) {
    const tests = suites.flatMap((suite) => testsOf(suite, []));
    const failuresOf = (/** @type {(status: string) => boolean} */ isOne) =>
      tests.filter(({ status }) => isOne(status)).map(({ name, error }) => ({ name, error }));
    const flaky = failuresOf((status) => status === 'flaky');
    const failing = failuresOf((status) => status !== 'flaky' && status !== 'expected');
    return {
      passed: tests.length - failing.length,
      failed: failing.length + errors.length,
      failing,
      flaky,
    };
  },
};

/**
 * The tests of a file or of a group in it. @param {Suite} suite @param {string[]} above @returns
 * {(Failure & { status: string })[]}
 */
function testsOf({ title, suites = [], specs }, above) {
  const place = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results = [] }) => ({
      name: `[${projectName}] ${[...place, spec.title].join(' › ')}`,
      status,
      error: results
        .flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? ''))
        .join('\n'),
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, place))];
}

/** @param {string} file @param {(report: any) => Counts} read @returns {Counts} */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return NOTHING;
  }
}
