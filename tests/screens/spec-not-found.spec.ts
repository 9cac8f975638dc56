import { noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test('an address without a page says so, leads home and to the office, and is logged', async ({
  device,
}) => {
  const page = await device.context.newPage();
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('/no-such-page'),
  );

  await page.goto('/no-such-page');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Swept Away');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'Report rogue dust bunny' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await logged;
});

test('a page that fails shows the error in words, and leaving it heals', async ({
  device,
  network,
}) => {
  network.answerEvery('GET /assets/about-page-*.js', noAnswer);
  const page = await device.open('/');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();

  const screen = page.getByRole('alert');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(
    'Unexpected Application Error!',
  );
  await expect(screen).toContainText('Failed to fetch dynamically imported module');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Services');
});
