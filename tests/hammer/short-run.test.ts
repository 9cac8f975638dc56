import { expect, test, vi } from 'vitest';
import { hammerAnswers } from './answers/hammer.ts';
import { core } from './core.ts';
import { hammer } from './hammer.ts';
import { changesCore } from './portal/core.ts';
import { hammerPortal } from './portal/hammer.ts';
import type { Report } from './report.ts';
import { openSite, type Site } from './site.ts';
import { describe } from './summary.ts';

const SEED = 1;

/** Runs, prints the summary, and expects no findings. */
async function expectNothingFound(
  count: number,
  run: (site: Site) => Promise<Report>,
): Promise<void> {
  vi.spyOn(console, 'warn').mockReturnValue();
  const started = performance.now();
  const site = await openSite(SEED);
  const report = await run(site);
  await site.close();
  console.log(
    describe(report, { seed: SEED, count, seconds: (performance.now() - started) / 1000 }).text,
  );
  expect(report.amount).toBeGreaterThanOrEqual(count);
  expect(report.findings).toEqual([]);
}

test('three hundred submissions survive faults, crashes and killed servers, each stored once and without a false statement', () =>
  expectNothingFound(300, (site) => hammer(site, { core, seed: SEED, count: 300, device: null })));

test('concurrent changes of two administrators survive the faults, and both see the stored rows', () =>
  expectNothingFound(60, (site) =>
    hammerPortal(site, { core: changesCore, seed: SEED, count: 60, device: null }),
  ));

test('answers of customers and of the office survive the faults: none is lost, given twice or overwritten', () =>
  expectNothingFound(40, (site) =>
    hammerAnswers(site, { core, changesCore, seed: SEED, count: 40, device: null }),
  ));
