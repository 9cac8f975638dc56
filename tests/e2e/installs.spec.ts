import type { Page } from '@playwright/test';
import { aBooking, book, outcomeNotice } from '../support/booking.ts';
import { appsOf, controlApps } from '../support/installs.ts';
import { openPortal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

// The headless shell installs no apps.
test.use({ inShell: false });

/** Shown while the browser offers to install this page. */
const installButton = (page: Page) => page.getByRole('button', { name: 'Install this app' });

/** Opens an app by its icon, and expects its own window at that address. */
async function expectOwnWindow(opened: Promise<Page>, address: string): Promise<void> {
  const page = await opened;
  await page.waitForURL(address);
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
}

for (const order of [
  ['site', 'portal'],
  ['portal', 'site'],
] as const) {
  test(`installed in the order ${order.join(', ')}, each opens as an app of its own`, async ({
    device,
    backend,
  }) => {
    const apps = await controlApps(device);
    const known = appsOf(backend.url);
    for (const name of order) await apps.install(known[name]);

    await expectOwnWindow(apps.launch(known.site), `${backend.url}/`);
    await expectOwnWindow(apps.launch(known.portal), `${backend.url}/admin/login`);
  });
}

test('the portal is offered on its own, and the site still is once the portal is installed', async ({
  device,
  backend,
}) => {
  await expect(installButton(await openPortal(device))).toBeVisible();
  await (await controlApps(device)).install(appsOf(backend.url).portal);

  const page = await device.open('/booking');
  await book(page, aBooking());
  await expect(outcomeNotice(page)).toContainText('Request received');
  await expect(installButton(page)).toBeVisible();
});

test('with the site installed the browser offers no install of the portal, until the site’s app is removed', async ({
  device,
  backend,
}) => {
  const { site } = appsOf(backend.url);
  const apps = await controlApps(device);
  await apps.install(site);
  const page = await openPortal(device);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  const cdp = await device.context.newCDPSession(page);

  // It reports no error, because it takes the portal for a part of the site.
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  await expect(installButton(page)).toHaveCount(0);

  await apps.uninstall(site);
  await expect(installButton(page)).toBeVisible();
});

test('a portal at a host of its own is offered although the site is installed', async ({
  device,
  backend,
}) => {
  const siteOrigin = backend.url.replace('127.0.0.1', 'localhost');
  await (await controlApps(device)).install(appsOf(siteOrigin).site);

  await expect(installButton(await openPortal(device))).toBeVisible();
});

test('the page about this device says how to install the portal, also beside an installed website', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/device');
  const help = page.getByRole('region', { name: 'Install' });
  await expect(help).toContainText('press Install this app beside your account');
  await expect(help).toContainText('On an iPhone or iPad, tap Share, then Add to Home Screen.');
  await expect(help).toContainText(
    'Remove the website’s app, install the portal, and then the website again',
  );
});
