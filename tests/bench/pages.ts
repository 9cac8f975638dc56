import path from 'node:path';
import type { TestBackend } from '../support/backend.ts';
import { measurePages, type PageFigures, type Throttling } from './lighthouse.ts';
import { startPlainSite } from './plain-site.ts';
import { ms, printTable, ratio, type Row } from './report.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const PAGES = [
  '/',
  '/about',
  '/services',
  '/booking',
  '/gallery',
  '/testimonials',
  '/careers',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
];
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

async function measureAll(
  siteUrl: string,
  plainUrl: string,
  throttling: Throttling,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const page of PAGES) {
    const [ours, plain] = await measurePages([siteUrl + page, plainUrl + page], RUNS, throttling);
    if (ours && plain) rows.push(toRow(page, ours, plain));
  }
  return rows;
}

/**
 * Prints Lighthouse's scores (performance, accessibility, best practices, SEO) and times of every
 * public page.
 */
export async function benchPages(backend: TestBackend): Promise<void> {
  const plain = await startPlainSite(DIST);
  try {
    for (const throttling of ['simulate', 'devtools'] as const) {
      const title = `Lighthouse, mobile preset, ${throttling} throttling, median of ${RUNS}, against the page without scripts`;
      printTable(title, await measureAll(backend.url, plain.url, throttling));
    }
  } finally {
    await plain.close();
  }
}
