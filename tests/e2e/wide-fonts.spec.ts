import { DISTINCT_PAGES } from '../support/distinct-pages.ts';
import { expectFits } from '../support/accessibility.ts';
import { noAnswer } from '../support/faults.ts';
import { hydrated } from '../support/hydrated.ts';
import { LISTS_OF_THE_PORTAL, openList, storeLongRecords } from '../support/long-records.ts';
import { openPortal } from '../support/portal.ts';
import { expect, pageTest as test } from '../support/test.ts';

const FONT = 'GET /assets/figtree-latin-*.woff2';

test.beforeEach(({ network }) => void network.answerEvery(FONT, noAnswer));

for (const path of [...DISTINCT_PAGES.map(({ path }) => path), '/no-such-page']) {
  test(`${path} does not scroll sideways on a narrow screen, in its wide system font`, async ({
    device,
  }) => {
    const page = await device.open(path);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(page);
  });
}

test('no list scrolls sideways on a narrow screen, in its wide system font, whatever people wrote', async ({
  device,
  backend,
}) => {
  await storeLongRecords(backend);
  const page = await openPortal(device, '/admin/bookings');
  for (const list of LISTS_OF_THE_PORTAL) {
    await openList(page, list);
    await expectFits(page);
  }
});
