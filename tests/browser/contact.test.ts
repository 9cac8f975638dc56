import { expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectCount } from './support/look.ts';
import { openSite } from './support/site.tsx';

test('a postcode or town is answered as it is typed', async () => {
  openSite('/contact');
  const place = page.getByRole('textbox', { name: 'Your postcode or town' });
  await place.fill('PA2');
  await expect.element(place).toHaveAccessibleDescription('Yes, we clean in PA2.');
  await place.fill('EH1 1AA');
  await expect.element(place).toHaveAccessibleDescription(/^We don’t usually clean in EH1/);
});

test('the interactive map is asked for on a tap and never before, and can be put away again', async ({
  onTestFinished,
}) => {
  // Nothing of a test leaves this machine.
  const block = (urls: string[]) =>
    cdp().send('Network.setBlockedURLs' as never, { urls } as never);
  await cdp().send('Network.enable');
  await block(['*://www.openstreetmap.org/*']);
  onTestFinished(() => block([]));
  openSite('/contact');
  await expect
    .element(page.getByRole('img', { name: /Map of the centre of Paisley/ }))
    .toBeVisible();
  const map = () => document.querySelector('iframe');
  expect(map()).toBeNull();

  await page.getByRole('button', { name: 'Load the interactive map' }).click();
  await expect
    .element(page.getByText('If it does not appear, go back to the drawn map'))
    .toBeVisible();
  expect(map()?.src).toMatch(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=/);
  await page.getByRole('button', { name: 'Show the drawn map' }).click();
  await expect.poll(map).toBeNull();
  await expectCount(page.getByRole('img', { name: /Map of the centre/ }), 1);
});
