import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hammerAnswers } from './answers/hammer.ts';
import { ANSWER_BREAKS, BREAKS, CREW_BREAKS, PORTAL_BREAKS } from './breaks.ts';
import { core } from './core.ts';
import { hammerCrew } from './crew/hammer.ts';
import { hammer } from './hammer.ts';
import { hammerPortal } from './portal/hammer.ts';
import { openSite, type Site } from './site.ts';

/** Some breaks show only when several faults meet. A run takes up to a minute. */
const MOST_RUNS = 12;
const TIMEOUT = { timeout: MOST_RUNS * 60_000 };

let site: Site;
beforeAll(async () => {
  site = await openSite(1);
});
afterAll(() => site.close());

describe.each([
  { breaks: BREAKS, run: hammer, firstSeed: 0, count: 100 },
  { breaks: PORTAL_BREAKS, run: hammerPortal, firstSeed: 100, count: 20 },
  { breaks: ANSWER_BREAKS, run: hammerAnswers, firstSeed: 200, count: 20 },
  { breaks: CREW_BREAKS, run: hammerCrew, firstSeed: 300, count: 20 },
])('$run.name', ({ breaks, run, firstSeed, count }) => {
  test.each(Object.entries(breaks))(
    'reports when %s',
    TIMEOUT,
    async (name, { expected, apply }) => {
      vi.spyOn(console, 'warn').mockReturnValue();
      const faults = new Set<string>();
      let seed = firstSeed + Object.keys(breaks).indexOf(name);
      for (let runs = 0; runs < MOST_RUNS && !faults.has(expected); runs++, seed += 1000) {
        const { findings } = await run(site, { core: apply(core), seed, count, device: null });
        for (const { fault } of findings) faults.add(fault);
      }
      expect([...faults]).toContain(expected);
    },
  );
});
