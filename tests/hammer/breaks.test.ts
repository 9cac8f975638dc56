import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hammerAnswers } from './answers/hammer.ts';
import { ANSWER_BREAKS, BREAKS, PORTAL_BREAKS } from './breaks.ts';
import { core } from './core.ts';
import { hammer } from './hammer.ts';
import { hammerPortal } from './portal/hammer.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite(1);
});
afterAll(() => site.close());

describe.each([
  { breaks: BREAKS, run: hammer, firstSeed: 0, count: 100 },
  { breaks: PORTAL_BREAKS, run: hammerPortal, firstSeed: 100, count: 20 },
  { breaks: ANSWER_BREAKS, run: hammerAnswers, firstSeed: 200, count: 20 },
])('$run.name', ({ breaks, run, firstSeed, count }) => {
  test.each(Object.entries(breaks))('reports when %s', async (name, { expected, apply }) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const seed = firstSeed + Object.keys(breaks).indexOf(name);
    const { findings } = await run(site, { core: apply(core), seed, count, device: null });
    expect(findings.map(({ fault }) => fault)).toContain(expected);
  });
});
