import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { countFirstVisit, type FirstVisit } from '../support/first-visit.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** The best figures so far: lower them with the code. The limit is a tenth above. */
const BEST: Record<string, FirstVisit> = {
  '/': { requests: 20, scripts: 8, scriptBytes: 97820 },
  '/about': { requests: 10, scripts: 7, scriptBytes: 95250 },
  '/services': { requests: 13, scripts: 8, scriptBytes: 96845 },
  '/services/deep': { requests: 13, scripts: 9, scriptBytes: 99000 },
  '/gallery': { requests: 26, scripts: 10, scriptBytes: 108548 },
  '/testimonials': { requests: 11, scripts: 7, scriptBytes: 94417 },
  '/careers': { requests: 19, scripts: 15, scriptBytes: 171060 },
  '/contact': { requests: 16, scripts: 14, scriptBytes: 169966 },
  '/booking': { requests: 15, scripts: 13, scriptBytes: 169467 },
  '/requests': { requests: 19, scripts: 16, scriptBytes: 158130 },
  '/privacy': { requests: 9, scripts: 7, scriptBytes: 96344 },
  '/terms': { requests: 9, scripts: 7, scriptBytes: 94738 },
  '/accessibility': { requests: 9, scripts: 7, scriptBytes: 94664 },
  '/admin/login': { requests: 22, scripts: 19, scriptBytes: 272487 },
};

const limitOf = (best: number) => Math.floor(best * 1.1);

test('every public page is known here', () => {
  expect(Object.keys(BEST)).toEqual([...DISTINCT_PAGES.map(({ path }) => path), '/admin/login']);
});

for (const [path, best] of Object.entries(BEST))
  test(`a first visit to ${path} loads no more files, requests and bytes than a tenth above the best`, async ({
    device,
  }) => {
    const visit = await countFirstVisit(await device.context.newPage(), path);
    for (const figure of ['requests', 'scripts', 'scriptBytes'] as const)
      expect.soft(visit[figure], figure).toBeLessThanOrEqual(limitOf(best[figure]));
  });
