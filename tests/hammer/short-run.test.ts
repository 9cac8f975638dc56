import { expect, test, vi } from 'vitest';
import { core } from './core.ts';
import { hammer } from './hammer.ts';
import { describe } from './report.ts';
import { openSite } from './world.ts';

const SEED = 1;
const COUNT = 180;

test('a firm’s submissions, changes, answers and reports survive faults, crashes and killed servers: none is lost, stored twice or told falsely', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const started = performance.now();
  const site = await openSite(SEED);
  const report = await hammer(site, { core, seed: SEED, count: COUNT, only: null, device: null });
  await site.close();
  const seconds = (performance.now() - started) / 1000;
  console.log(describe(report, { command: `seed ${SEED}`, isReplayable: true, seconds }));
  expect(report.amount).toBeGreaterThanOrEqual(COUNT);
  expect(report.findings).toEqual([]);
});
