import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
 * Runs stages side by side. Each that passed is one line; its output is in a file beside its report.
 * Never rejects: a stage that cannot start counts as failed.
 * @param {import('./stages.mjs').StageGroup} group
 * @returns {Promise<StageResult[]>}
 */
export const runGroup = (group) => Promise.all(group.map(runStage));

/** @param {import('./stages.mjs').Stage} stage @returns {Promise<StageResult>} */
async function runStage(stage) {
  const { name } = stage;
  const started = performance.now();
  const { output, ...result } = await runChecks(stage);
  const seconds = (performance.now() - started) / 1000;
  // Without a report, or when no test is to blame, the output alone has the message.
  if (result.failed > 0 && result.failing.length === 0) console.log(`\n${output}\n`);
  console.log(`${name}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`);
  for (const failure of result.failing) console.log(`  failed: ${failure.name}`);
  return { name, ...result, seconds };
}

/** @param {import('./stages.mjs').Stage} stage */
async function runChecks(stage) {
  const reportFile = path.join(REPORTS, `${stage.name}.json`);
  rmSync(reportFile, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const { ok, output } = await runScript(stage.script, reportOptions(stage, reportFile), env);
  writeFileSync(path.join(REPORTS, `${stage.name}.log`), `${output}\n`);
  return { ...countChecks(stage, ok, reportFile), output };
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
