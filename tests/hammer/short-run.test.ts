import { expect, test, vi } from 'vitest';
import { hammerAnswers } from './answers/hammer.ts';
import { core } from './core.ts';
import { hammerCrew } from './crew/hammer.ts';
import { hammer } from './hammer.ts';
import { hammerPortal } from './portal/hammer.ts';
import type { Report } from './report.ts';
import type { Wanted } from './side-by-side.ts';
import { openSite, type Site } from './site.ts';
import { describe } from './summary.ts';

const SEED = 1;

/** Runs, prints the summary, and expects no findings. */
async function expectNothingFound(
  count: number,
  run: (site: Site, wanted: Wanted) => Promise<Report>,
): Promise<void> {
  vi.spyOn(console, 'warn').mockReturnValue();
  const started = performance.now();
  const site = await openSite(SEED);
  const report = await run(site, { core, seed: SEED, count, device: null });
  await site.close();
  console.log(
    describe(report, { seed: SEED, count, seconds: (performance.now() - started) / 1000 }).text,
  );
  expect(report.amount).toBeGreaterThanOrEqual(count);
  expect(report.findings).toEqual([]);
}

test('three hundred submissions survive faults, crashes and killed servers, each stored once and without a false statement', () =>
  expectNothingFound(300, hammer));

test('concurrent changes of two administrators survive the faults, and both see the stored rows', () =>
  expectNothingFound(60, hammerPortal));

test('answers of customers and of the office survive the faults: none is lost, given twice or overwritten', () =>
  expectNothingFound(40, hammerAnswers));

test('reports of the crew survive the faults and a killed server, each stored once, and no phone keeps a job that is not its person’s', () =>
  expectNothingFound(20, hammerCrew));
