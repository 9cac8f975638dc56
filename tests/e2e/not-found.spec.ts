import { noAnswer } from '../support/faults.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.describe('on a device whose worker is installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('addresses as people write them lead to their page', async ({ device }) => {
    const page = await device.openInstalled('/Booking.?service=deep');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Service');
    expect(new URL(page.url()).pathname).toBe('/booking');

    await page.goto('/index.html');
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await page.goto('/Admin/Login).');
    await expect(page).toHaveURL((url) => url.pathname === '/admin/login');
    await page.goto('/admin/Login).');
    await expect(page).toHaveURL((url) => url.pathname === '/admin/login');

    await device.goOffline();
    await page.goto(`${new URL(page.url()).origin}//Contact)?from=card#form`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get In Touch');
    expect(page.url()).toMatch(/[^/]\/contact\?from=card#form$/);
  });
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
