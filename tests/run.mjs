/**
 * `npm test`: installs what is missing, runs every check one after the other, and ends with one summary. Plain Node, so
 * that it can begin on a fresh clone.
 */
import { ensureDependencies } from '../supabase/local/ensure-dependencies.mjs';
import { ensureChromium } from './runner/ensure-chromium.mjs';
import { runStage } from './runner/run-stage.mjs';
import { STAGES } from './runner/stages.mjs';
import { summarize } from './runner/summary.mjs';

try {
  ensureDependencies();
  ensureChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const results = [];
for (const stage of STAGES) results.push(await runStage(stage));

const { text, ok } = summarize(results);
console.log(text);
process.exitCode = ok ? 0 : 1;
