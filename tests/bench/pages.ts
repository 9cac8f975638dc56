import path from 'node:path';
import { NAMED_SERVICE_KEYS } from '../../src/core/domain/named-services.ts';
import type { TestBackend } from '../support/backend.ts';
import { measurePages, type PageFigures, type Throttling } from './lighthouse.ts';
import { startPlainSite } from './plain-site.ts';
import { ms, printTable, ratio, type Row } from './report.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const PAGES = [
  '/',
  '/about',
  '/services',
  ...NAMED_SERVICE_KEYS.map((key) => `/services/${key}`),
  '/booking',
  '/gallery',
  '/testimonials',
  '/careers',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
];
/** The pages that are measured with a slowed network and processor, too: it takes long. */
const SLOWED_PAGES = ['/', '/booking', '/gallery'];
const RUNS = 5;

function toRow(page: string, ours: PageFigures, plain: PageFigures): Row {
  const against = (name: string, value: number, reference: number) =>
    `${name} ${ms(value)} = ${ratio(value, reference)}`;
  return [
    page,
    ours.scores.join(' '),
    [against('LCP', ours.lcp, plain.lcp), against('TTI', ours.interactive, plain.interactive)].join(
      ', ',
    ),
  ];
}

/** Prints scores and times of pages on a phone, against the same pages without scripts. */
async function benchPhone(
  throttling: Throttling,
  pages: readonly string[],
  [siteUrl, plainUrl]: readonly [string, string],
  runs: number,
): Promise<void> {
  const rows: Row[] = [];
  for (const page of pages) {
    const [ours, plain] = await measurePages([siteUrl + page, plainUrl + page], runs, throttling);
    if (ours && plain) rows.push(toRow(page, ours, plain));
  }
  printTable(
    `Lighthouse, phone, ${throttling} throttling, median of ${runs}, against the page without scripts`,
    rows,
  );
}

/** Prints scores and times of pages on a desk's computer. */
async function benchDesk(pages: readonly string[], siteUrl: string, runs: number): Promise<void> {
  const rows: Row[] = [];
  for (const page of pages) {
    const [ours] = await measurePages([siteUrl + page], runs, 'simulate', 'desk');
    if (!ours) continue;
    const times = `LCP ${ms(ours.lcp)}, blocking ${ms(ours.blocking)}, shift ${ours.shift.toFixed(3)}`;
    rows.push([page, ours.scores.join(' '), times]);
  }
  printTable(`Lighthouse, desk, median of ${runs}`, rows);
}

/**
 * Prints Lighthouse's scores (performance, accessibility, best practices, SEO) and times of every
 * public page. `npm run bench -- pages 1` runs it once a page instead of five times, `-- pages
 * /gallery` for this page alone.
 */
export async function benchPages(
  backend: TestBackend,
  [runs = RUNS]: readonly number[] = [],
  pages: readonly string[] = PAGES,
): Promise<void> {
  const plain = await startPlainSite(DIST);
  try {
    const urls = [backend.url, plain.url] as const;
    await benchPhone('simulate', pages, urls, runs);
    await benchDesk(pages, backend.url, runs);
    const slowed = SLOWED_PAGES.filter((page) => pages.includes(page));
    await benchPhone('devtools', slowed, urls, runs);
  } finally {
    await plain.close();
  }
}
