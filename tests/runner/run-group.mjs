import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countChecks } from './counts.mjs';
import { runScript } from './run-script.mjs';

/** The folder of the reports that the stages write. */
export const REPORTS = path.resolve(import.meta.dirname, '../../test-results/reports');

/**
 * The result of a stage.
 * @typedef {{ name: string, passed: number, failed: number, failing:
 * import('./counts.mjs').Failure[], flaky: import('./counts.mjs').Failure[], seconds: number }}
 * StageResult
 */

/**
 * Runs stages side by side. A single one writes to the terminal; of several, each prints its output
 * when it ends. Never rejects: a stage that cannot start counts as failed.
 * @param {import('./stages.mjs').StageGroup} group
 * @returns {Promise<StageResult[]>}
 */
export function runGroup(group) {
  if (group.length > 1) console.log(`\n── ${group.map(({ name }) => name).join(', ')} ──`);
  return Promise.all(group.map((stage) => runStage(stage, group.length > 1)));
}

/**
 * @param {import('./stages.mjs').Stage} stage @param {boolean} together @returns
 * {Promise<StageResult>}
 */
async function runStage(stage, together) {
  const { name } = stage;
  if (!together) console.log(`\n── ${name} ──`);
  const started = performance.now();
  const result = await runChecks(stage, together);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`);
  return { name, ...result, seconds };
}

/** @param {import('./stages.mjs').Stage} stage @param {boolean} together */
async function runChecks(stage, together) {
  const reportFile = path.join(REPORTS, `${stage.name}.json`);
  rmSync(reportFile, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  const ok = await runScript(stage.script, reportOptions(stage, reportFile), {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
    together,
  });
  return countChecks(stage, ok, reportFile);
}

/** @param {import('./stages.mjs').Stage} stage @param {string} file */
function reportOptions({ report }, file) {
  if (report === 'vitest')
    return [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      '--allowOnly=false',
    ];
  return report === 'playwright' ? ['--reporter=list,json', '--forbid-only', '--retries=1'] : [];
}
