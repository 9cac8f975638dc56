/**
 * `npm run hammer -- --seed 7 --count 300`: a firm, exit code 1 if anything is found. `--only visitors` runs one cast of `casts.ts`,
 * `--device d12` replays one group of a seed, `--month` plays `--count` days of a firm, with an upgrade in the middle `--from` a
 * tag or commit, by default the newest tag, `--browser` uses real browsers, and `--break 'an edit takes a new id'` hammers a
 * product broken in that way.
 */
import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { BREAKS } from './breaks.ts';
import { CAST_NAMES } from './casts.ts';
import { core } from './core.ts';
import { openFormer } from './former.ts';
import { hammer, type Wanted } from './hammer.ts';
import { hammerMonth } from './month.ts';
import { describe, type Report } from './report.ts';
import { openSite, type Site } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    only: { type: 'string' },
    device: { type: 'string' },
    firm: { type: 'boolean', default: true },
    month: { type: 'boolean', default: false },
    from: { type: 'string' },
    browser: { type: 'boolean', default: false },
    break: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const count = Number(values.count ?? (values.month ? 30 : 300));
const only = values.only === undefined ? null : CAST_NAMES.find((name) => name === values.only);
if (only === undefined)
  throw new Error(`There is no such cast. There are: ${CAST_NAMES.join(', ')}.`);
const broken = values.break === undefined ? null : BREAKS[values.break];
if (broken === undefined)
  throw new Error(`There is no such break. There are: ${Object.keys(BREAKS).join(', ')}.`);

if (broken && values.browser) throw new Error('A browser runs the build, which no break changes.');

// The product's log of network faults is expected here.
console.warn = () => undefined;

const started = performance.now();
const former = values.month ? await openFormer(values.from) : null;
// Nobody waits for a mail because of a limit of the day.
const site = await openSite(
  seed,
  values.month ? { MAIL_RECEIPTS: '10000' } : {},
  former ? { root: former.root } : {},
);
const report = await run(site, {
  core: broken ? broken.apply(core) : core,
  ...{ seed, count, only, device: values.device ?? null },
});
await site.close();
const command = [
  'npm run hammer --',
  ...(values.month ? ['--month'] : []),
  ...(values.browser ? ['--browser'] : []),
  ...(only ? [`--only ${only}`] : []),
  `--seed ${seed} --count ${count}`,
  ...(values.from === undefined ? [] : [`--from ${values.from}`]),
  ...(values.break === undefined ? [] : [`--break '${values.break}'`]),
].join(' ');
const seconds = (performance.now() - started) / 1000;
console.log(describe(report, { command, isReplayable: !values.month, seconds }));
process.exit(report.findings.length === 0 ? 0 : 1);

async function run(at: Site, wanted: Wanted): Promise<Report> {
  if (values.month) return hammerMonth(at, wanted, former).finally(() => former?.close());
  // Imported on demand, because it loads the browser driver.
  if (values.browser) return (await import('./browser/hammer.ts')).hammerBrowser(at, wanted);
  return hammer(at, wanted);
}
