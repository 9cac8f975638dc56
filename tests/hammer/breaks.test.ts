import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BREAKS } from './breaks.ts';
import { core } from './core.ts';
import { hammer } from './hammer.ts';
import { openSite, type Site } from './world.ts';

/** Some breaks show only when several faults meet. A run takes up to a minute. */
const MOST_RUNS = 12;
const TIMEOUT = { timeout: MOST_RUNS * 60_000 };
const COUNTS = { visitors: 100, portal: 20, answers: 20, crew: 20 };

let site: Site;
beforeAll(async () => {
  site = await openSite(1);
});
afterAll(() => site.close());

test.each(Object.entries(BREAKS))(
  'reports when %s',
  TIMEOUT,
  async (name, { expected, cast, apply }) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const faults = new Set<string>();
    const wanted = { core: apply(core), only: cast, count: COUNTS[cast], device: null };
    let seed = Object.keys(BREAKS).indexOf(name);
    for (let runs = 0; runs < MOST_RUNS && !faults.has(expected); runs++, seed += 1000) {
      const { findings } = await hammer(site, { ...wanted, seed });
      for (const { fault } of findings) faults.add(fault);
    }
    expect([...faults]).toContain(expected);
  },
);
