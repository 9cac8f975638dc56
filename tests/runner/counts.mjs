import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Counts a stage's checks. A suite that ran nothing, left no report, or ended badly without naming a failed test counts
 * as one failure more, so that no silence passes for success.
 * @param {import('./stages.mjs').Stage} stage
 * @param {boolean} ok Whether its command ended well.
 * @param {string} reportFile
 * @returns {Counts}
 */
export function countChecks({ report }, ok, reportFile) {
  if (!report) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const counts = readReport(reportFile, READERS[report]);
  const silent = counts.failed === 0 && (!ok || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}

const READERS = {
  /** @param {{ numPassedTests: number, numFailedTests: number }} report @returns {Counts} */
  vitest: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  /** @param {{ stats: { expected: number, unexpected: number, flaky: number } }} report @returns {Counts} */
  playwright: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
};

/** @param {string} file @param {(report: any) => Counts} read @returns {Counts} */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
