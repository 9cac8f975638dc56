/**
 * `npm run bench:compare -- <commit>` builds a commit beside this checkout, and prints the figures
 * of first visits to both, measured in turn: counts of loads, and medians of Lighthouse. Both are
 * served by this checkout's backend, with headers of this checkout that the commit's build lacks: a
 * header alone costs time. `-- <commit> / /booking` measures only these pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { formatHeaderRules, parseHeaderRules } from '../../supabase/local/site/host-rules.ts';
import { startBackend } from '../support/backend.ts';
import { launchBrowser } from '../support/device.ts';
import { countFirstVisit, type FirstVisit } from '../support/first-visit.ts';
import { measurePages, type Form, type PageFigures } from './lighthouse.ts';
import { kb, ms, printTable, ratio, type Row } from './report.ts';

const RUNS = 5;
const PAGES = ['/', '/services', '/booking', '/gallery', '/requests'];

const [commit, ...asked] = process.argv.slice(2);
if (!commit) throw new Error('Name the commit to compare with: npm run bench:compare -- <commit>');
const pages = asked.length > 0 ? asked : PAGES;

const run = (folder: string, ...[command, ...args]: [string, ...string[]]) =>
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

/** Builds a commit in a folder of its own; returns the built site's folder. */
function buildCommit(folder: string): string {
  run(PATHS.root, 'git', 'worktree', 'add', '--detach', folder, commit ?? '');
  run(folder, 'npm', 'ci', '--silent');
  run(folder, 'npx', 'vite', 'build', '--logLevel', 'error');
  return path.join(folder, 'dist');
}

/** Adds the headers of every address that only the other build has. */
function addHeaders(dist: string, otherDist: string): void {
  const rulesOf = (folder: string) =>
    parseHeaderRules(readFileSync(path.join(folder, '_headers'), 'utf8'));
  const others = rulesOf(otherDist).find(({ from }) => from === '/*')?.headers;
  const rules = rulesOf(dist).map((rule) =>
    rule.from === '/*' ? { ...rule, headers: { ...others, ...rule.headers } } : rule,
  );
  writeFileSync(path.join(dist, '_headers'), formatHeaderRules(rules));
}

async function count(url: string): Promise<FirstVisit> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    return await countFirstVisit(await context.newPage(), url);
  } finally {
    await browser.close();
  }
}

const against = (name: string, then: number, now: number, show: (value: number) => string): Row => [
  name,
  `${show(then)} → ${show(now)}`,
  ratio(now, then),
];

const countRows = (page: string, then: FirstVisit, now: FirstVisit): Row[] => [
  against(`${page} requests`, then.requests, now.requests, String),
  against(`${page} script files`, then.scripts, now.scripts, String),
  against(`${page} script bytes`, then.scriptBytes, now.scriptBytes, kb),
];

const timeRows = (page: string, then: PageFigures, now: PageFigures): Row[] => [
  against(`${page} total blocking time`, then.blocking, now.blocking, ms),
  against(`${page} main thread`, then.mainThread, now.mainThread, ms),
  against(`${page} LCP`, then.lcp, now.lcp, ms),
  [`${page} layout shift`, `${then.shift.toFixed(3)} → ${now.shift.toFixed(3)}`],
  [`${page} scores`, `${then.scores.join(' ')} → ${now.scores.join(' ')}`],
];

const folder = mkdtempSync(path.join(tmpdir(), 'former-'));
const former = path.join(folder, 'checkout');
try {
  const formerDist = buildCommit(former);
  run(PATHS.root, 'npx', 'vite', 'build', '--logLevel', 'error');
  addHeaders(formerDist, PATHS.dist);
  const then = await startBackend({ SITE_DIR: formerDist });
  const now = await startBackend();
  const counts: Row[] = [];
  for (const page of pages)
    counts.push(...countRows(page, await count(then.url + page), await count(now.url + page)));
  printTable(`First visits, ${commit} → this checkout`, counts);
  for (const form of ['phone', 'desk'] satisfies Form[]) {
    const rows: Row[] = [];
    for (const page of pages) {
      const urls = [then.url + page, now.url + page];
      const [before, after] = await measurePages(urls, RUNS, 'simulate', form);
      if (before && after) rows.push(...timeRows(page, before, after));
    }
    printTable(`Lighthouse, ${form}, median of ${RUNS}, ${commit} → this checkout`, rows);
  }
  await then.close();
  await now.close();
} finally {
  run(PATHS.root, 'git', 'worktree', 'remove', '--force', former);
  rmSync(folder, { recursive: true, force: true });
}
