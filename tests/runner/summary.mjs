import { stripVTControlCharacters } from 'node:util';

/**
 * The table of all stages, the failed and flaky tests with their errors, and the total alone on the
 * last line.
 * @param {readonly import('./run-group.mjs').StageResult[]} results
 */
export function summarize(results) {
  const flaky = results.flatMap(({ name, flaky }) =>
    flaky.map((failure) => describe(name, failure)),
  );
  const passed = sum(results.map(({ passed }) => passed));
  const failed = sum(results.map(({ failed }) => failed));

  const rows = results.map(({ name, passed, failed, seconds }) =>
    row(name, `${passed}`, `${failed}`, `${seconds.toFixed(1)} s`),
  );
  const failures = results.flatMap(({ name, failing }) =>
    failing.map((failure) => describe(name, failure)),
  );
  const broken = failures.length === 0 ? [] : ['', 'Failed', ...failures, '', WHOLE_REPORTS];
  const named = flaky.length === 0 ? [] : ['', 'Flaky: failed, then passed', ...flaky];
  const lines = [
    '',
    row('stage', 'passed', 'failed', 'time'),
    ...rows,
    ...broken,
    ...named,
    '',
    `${passed} passed, ${failed} failed`,
  ];
  return { text: lines.join('\n'), ok: failed === 0 && passed > 0 };
}

const WHOLE_REPORTS =
  'The whole errors and outputs are in test-results/reports, and the pages of browser tests in test-results/browser.';

const LONGEST_ERROR = 12;

/** @param {string} stage @param {import('./counts.mjs').Failure} failure */
function describe(stage, { name, error }) {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, LONGEST_ERROR);
  return [`  ${stage}: ${name}`, ...lines.map((line) => `      ${line}`)].join('\n');
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {string} name @param {string} passed @param {string} failed @param {string} time */
const row = (name, passed, failed, time) =>
  `${name.padEnd(10)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(10)}`;
