import { clientOf } from '../backend/support/client.ts';
import { ADMIN } from '../backend/support/people.ts';
import { aBooking, aMessage } from '../support/records.ts';
import type { TestBackend } from '../support/backend.ts';
import type { Device } from './device.ts';
import type { Page } from './page.ts';
import { expect, test } from './test.ts';

/** Signs in, and waits until the device has stored the portal and its lists. */
async function signIn(device: Device): Promise<Page> {
  const page = await device.openInstalled('/admin/login');
  await page.fill('Email', ADMIN.email);
  await page.fill('Password', ADMIN.password);
  await page.press('Sign In');
  await expect.poll(() => page.text()).toContain('Dashboard Overview');
  await expect.poll(() => page.text()).toMatch(/Synced \d\d:\d\d/);
  await expect
    .poll(() => page.evaluate(cachedFiles), 'files of the portal on the device')
    .toBeGreaterThan(0);
  return page;
}

/** The worker stores all of the portal's files or none. */
const cachedFiles = async () =>
  (await caches.has('portal-v1')) ? (await (await caches.open('portal-v1')).keys()).length : 0;

/** Stores a booking and a message at the office. */
async function storeSubmissions(backend: TestBackend, name: string) {
  const [booking, message] = [aBooking({ name }), aMessage({ name })];
  const visitor = clientOf(backend.url);
  await visitor.from('bookings').insert(booking).throwOnError();
  await visitor.from('contact_messages').insert(message).throwOnError();
  return { booking, message };
}

test('the portal opens offline after a restart, with its lists', async ({ device, backend }) => {
  const { booking, message } = await storeSubmissions(backend, 'Rona Skye');
  const [posting] = await backend.query<{ title: string }>('select title from public.careers');
  const [testimonial] = await backend.query<{ name: string }>(
    'select name from public.testimonials',
  );
  await signIn(device);
  await device.goOffline();
  await device.restartBrowser();

  const page = await device.open('/admin/dashboard');
  await expect.poll(() => page.text()).toContain('Welcome back');
  await expect.poll(() => page.text()).toContain('Offline, as of');
  await expectListed(page, '/admin/bookings', booking.name);
  await expectListed(page, '/admin/messages', message.subject);
  await expectListed(page, '/admin/careers', posting?.title);
  await expectListed(page, '/admin/testimonials', testimonial?.name);
});

test('the portal shows its lists, whenever the page before was left', async ({
  device,
  backend,
}) => {
  const { booking } = await storeSubmissions(backend, 'Barra Uist');
  const page = await signIn(device);
  await device.goOffline();

  for (const delay of [0, 40, 80, 120, 160, 240]) {
    await page.goto('/admin/dashboard');
    await expect.poll(() => page.text()).toContain('Welcome back');
    // While the dashboard is loading.
    await new Promise((resolve) => setTimeout(resolve, delay));
    await expectListed(page, '/admin/bookings', booking.name);
  }
});

async function expectListed(page: Page, path: string, text: string | undefined): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.text(), path).toContain(text);
}

test('a booking deleted offline in the portal is gone from the server after a restart', async ({
  device,
  backend,
}) => {
  const { booking } = await storeSubmissions(backend, 'Isla Jura');
  const stored = () => backend.query('select id from public.bookings where id = $1', [booking.id]);
  const page = await signIn(device);
  await page.goto('/admin/bookings');
  await device.goOffline();

  await page.check(`Select the booking of ${booking.name}`);
  await page.press('Delete Selected (1)');
  await page.press('Delete');
  await expect
    .poll(() => page.text())
    .toContain('1 booking will be deleted as soon as there is a connection.');
  await device.closeBrowser();
  await device.goOnline();
  expect(await stored()).toHaveLength(1);

  await device.startBrowser();
  await device.open('/admin/bookings');

  await expect.poll(stored).toEqual([]);
});
