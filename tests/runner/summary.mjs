/**
 * The table of all stages, and the total alone on the last line.
 * @param {readonly import('./run-stage.mjs').StageResult[]} results
 */
export function summarize(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const rows = results.map(({ name, passed, failed, seconds }) => row(name, `${passed}`, `${failed}`, `${seconds.toFixed(1)} s`));
  const lines = ['', row('stage', 'passed', 'failed', 'time'), ...rows, '', `${passed} passed, ${failed} failed`];
  return { text: lines.join('\n'), ok: failed === 0 && passed > 0 };
}

/** @param {string} name @param {string} passed @param {string} failed @param {string} time */
const row = (name, passed, failed, time) => `${name.padEnd(10)}${passed.padStart(8)}${failed.padStart(8)}${time.padStart(10)}`;
