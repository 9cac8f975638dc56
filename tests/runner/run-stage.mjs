import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countChecks } from './counts.mjs';

const REPORTS = path.resolve(import.meta.dirname, '../../test-results/reports');

/** What became of a stage. @typedef {{ name: string, passed: number, failed: number, seconds: number }} StageResult */

/**
 * Runs a stage with its output on the terminal, and counts what passed and failed. Never rejects: a stage that can't
 * even start is a failed one.
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<StageResult>}
 */
export async function runStage(stage) {
  const { name, script } = stage;
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const reportFile = path.join(REPORTS, `${name}.json`);
  rmSync(reportFile, { force: true });
  mkdirSync(REPORTS, { recursive: true });

  const ok = await runScript(script, reportOptions(stage, reportFile), { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile });
  const counts = countChecks(stage, ok, reportFile);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds.toFixed(1)} s`);
  return { name, ...counts, seconds };
}

/** @param {import('./stages.mjs').Stage} stage @param {string} file */
function reportOptions({ report }, file) {
  if (report === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--allowOnly=false'];
  return report === 'playwright' ? ['--reporter=list,json', '--forbid-only'] : [];
}

/**
 * True when the script ends well.
 * @param {string} script @param {string[]} options @param {Record<string, string>} env
 * @returns {Promise<boolean>}
 */
function runScript(script, options, env) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}
