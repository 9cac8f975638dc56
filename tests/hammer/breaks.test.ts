import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANSWER_BREAKS } from './answers/breaks.ts';
import { hammerAnswers } from './answers/hammer.ts';
import { BREAKS } from './breaks.ts';
import { core } from './core.ts';
import { hammer } from './hammer.ts';
import { PORTAL_BREAKS } from './portal/breaks.ts';
import { changesCore } from './portal/core.ts';
import { hammerPortal } from './portal/hammer.ts';
import { openSite, type Site } from './site.ts';

const COUNT = 100;

let site: Site;
beforeAll(async () => {
  site = await openSite(1);
});
afterAll(() => site.close());

test.each(Object.entries(BREAKS))(
  'the hammer reports when %s',
  async (name, { expected, apply }) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const seed = Object.keys(BREAKS).indexOf(name);
    const { findings } = await hammer(site, {
      core: apply(core),
      seed,
      count: COUNT,
      device: null,
    });
    expect(findings.map(({ fault }) => fault)).toContain(expected);
  },
);

test.each(Object.entries(PORTAL_BREAKS))(
  'it reports in the portal when %s',
  async (name, { expected, apply }) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const seed = 100 + Object.keys(PORTAL_BREAKS).indexOf(name);
    const { findings } = await hammerPortal(site, {
      core: apply(changesCore),
      seed,
      count: 20,
      device: null,
    });
    expect(findings.map(({ fault }) => fault)).toContain(expected);
  },
);

test.each(Object.entries(ANSWER_BREAKS))(
  'it reports about answers when %s',
  async (name, { expected, apply }) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { findings } = await hammerAnswers(site, {
      ...apply({ core, changesCore }),
      seed: 200 + Object.keys(ANSWER_BREAKS).indexOf(name),
      count: 20,
      device: null,
    });
    expect(findings.map(({ fault }) => fault)).toContain(expected);
  },
);
