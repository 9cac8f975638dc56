/**
 * `npm test`, with `--all` `npm run test:all`, with `--nightly` `npm run test:nightly`, and with
 * `--stage NAME`, once or more, those stages alone: installs what is missing, runs the checks, and
 * ends with one summary. Plain Node, so that it can begin on a fresh clone.
 */
import '../supabase/local/check-node.mjs';
import { ensureDependencies } from '../supabase/local/ensure-dependencies.mjs';
import { chooseGroups } from './runner/choose-groups.mjs';
import { ensureChromium } from './runner/ensure-chromium.mjs';
import { REPORTS, runGroup } from './runner/run-group.mjs';
import { announceRun, readTimes, writeTimes } from './runner/run-times.mjs';
import { summarize } from './runner/summary.mjs';

/** @type {import('./runner/stages.mjs').StageGroup[]} */
let groups = [];
try {
  groups = chooseGroups(process.argv.slice(2));
  console.log(announceRun(groups, readTimes(REPORTS)));
  await ensureDependencies();
  ensureChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const results = [];
for (const group of groups) results.push(...(await runGroup(group)));

writeTimes(REPORTS, results);

const { text, ok } = summarize(results);
console.log(text);
process.exitCode = ok ? 0 : 1;
