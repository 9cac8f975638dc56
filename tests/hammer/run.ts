/**
 * `npm run hammer -- --seed 7 --count 300`: exit code 1 if anything is lost, twice, false, needless
 * or stuck. `--portal` lets administrators change lists instead, `--answers` customers and the office
 * answer bookings, `--crew` the crew report from the door, `--firm` all of them at once on one server, `--month`
 * a firm's month of `--count` days, with an upgrade in the middle `--from` a tag or commit, by default the newest tag, and `--browser` uses real browsers.
 * `--device 12` replays one device or pair of a seed; `--break 'an edit takes a new id'` hammers a
 * product broken in that way.
 */
import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import { newestTag } from '../support/newest-tag.mjs';
import { buildSite } from '../../supabase/local/site/build-site.ts';
import { hammerAnswers } from './answers/hammer.ts';
import { ANSWER_BREAKS, BREAKS, CREW_BREAKS, PORTAL_BREAKS } from './breaks.ts';
import { core } from './core.ts';
import { hammerCrew } from './crew/hammer.ts';
import { hammerFirm } from './firm.ts';
import { hammer } from './hammer.ts';
import { openFormer } from './month/former.ts';
import { hammerMonth } from './month/hammer.ts';
import { hammerPortal } from './portal/hammer.ts';
import type { Report } from './report.ts';
import { openSite } from './site.ts';
import { describe } from './summary.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    device: { type: 'string' },
    portal: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    crew: { type: 'boolean', default: false },
    firm: { type: 'boolean', default: false },
    month: { type: 'boolean', default: false },
    from: { type: 'string' },
    browser: { type: 'boolean', default: false },
    break: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const count = Number(values.count ?? (values.month ? 30 : 300));
const device = values.device === undefined ? null : Number(values.device);

// The product's log of network faults is expected here.
console.warn = () => undefined;

const named = (['portal', 'answers', 'crew', 'firm', 'month', 'browser'] as const).find(
  (name) => values[name],
);
const breaks = {
  portal: PORTAL_BREAKS,
  answers: ANSWER_BREAKS,
  crew: CREW_BREAKS,
  firm: BREAKS,
  month: { ...BREAKS, ...ANSWER_BREAKS, ...CREW_BREAKS },
  browser: BREAKS,
  visitors: BREAKS,
}[named ?? 'visitors'];
const broken = values.break === undefined ? null : breaks[values.break];
if (broken === undefined)
  throw new Error(`There is no such break. There are: ${Object.keys(breaks).join(', ')}.`);

if (values.browser) await buildSite(new AbortController().signal);
const started = performance.now();
// Nobody waits for a mail because of a limit of the day.
const site = await openSite(seed, values.month ? { MAIL_RECEIPTS: '10000' } : {});
const report = await run();
await site.close();
const { text, isGood } = describe(report, {
  seed,
  count,
  seconds: (performance.now() - started) / 1000,
  ...(named && { mode: `--${named}` }),
});
console.log(text);
process.exit(isGood ? 0 : 1);

async function run(): Promise<Report> {
  const wanted = { core: broken ? broken.apply(core) : core, seed, count, device };
  if (values.portal) return hammerPortal(site, wanted);
  if (values.answers) return hammerAnswers(site, wanted);
  if (values.crew) return hammerCrew(site, wanted);
  if (values.firm) return hammerFirm(site, wanted);
  if (values.month) {
    const from = values.from ?? newestTag(import.meta.dirname);
    const former = from === null ? null : await openFormer(from);
    return hammerMonth(site, wanted, former).finally(() => former?.close());
  }
  // Imported on demand, because it loads the browser driver.
  if (values.browser) return (await import('./browser/hammer.ts')).hammerBrowser(site, wanted);
  return hammer(site, wanted);
}
