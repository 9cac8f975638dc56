/**
 * `npm test`, with `--all` `npm run test:all` and with `--nightly` `npm run test:nightly`: installs what is missing, runs the checks, and ends with one summary.
 * Plain Node, so that it can begin on a fresh clone.
 */
import { ensureDependencies } from '../supabase/local/ensure-dependencies.mjs';
import { ensureChromium } from './runner/ensure-chromium.mjs';
import { runGroup } from './runner/run-group.mjs';
import { ALL, NIGHTLY, QUICK } from './runner/stages.mjs';
import { summarize } from './runner/summary.mjs';

try {
  ensureDependencies();
  ensureChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const groups = { '--all': ALL, '--nightly': NIGHTLY }[process.argv[2] ?? ''] ?? QUICK;
const results = [];
for (const group of groups) results.push(...(await runGroup(group)));

const { text, ok } = summarize(results);
console.log(text);
process.exitCode = ok ? 0 : 1;
