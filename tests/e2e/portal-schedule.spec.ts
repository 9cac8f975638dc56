import type { Page } from '@playwright/test';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { setClocks, setTomorrow, TOMORROW } from '../support/clock.ts';
import type { Device } from '../support/device.ts';
import type { Network } from '../support/network.ts';
import { openInstalledPortal, openPortal } from '../support/portal.ts';
import { card, cards, deleteRows, searchField } from '../support/portal-list.ts';
import { clear, storeBooking, storeManyBookings } from '../support/portal-records.ts';
import { expect, pageTest } from '../support/test.ts';

const SCHEDULE = '/admin/bookings?view=schedule';

const group = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name: new RegExp(`^${name}`) });
/** The line of a folded group, which leads to its list. */
const line = (page: Page, text: string) => page.getByRole('main').getByRole('link', { name: text });
/** The line of today's jobs whose hours are over. */
const earlier = (page: Page, count: number) =>
  group(page, 'Today').getByRole('button', { name: `${count} earlier today` });
const inGroup = (page: Page, name: string) =>
  group(page, name).getByRole('article').getByRole('heading', { level: 2 });
/** The day of the schedule. */
const TODAY = TOMORROW;

/** Opens the schedule with the device's clock at a time. */
async function openAt(device: Device, network: Network, time: string): Promise<Page> {
  await setClocks(device, network, Date.parse(time) - Date.now());
  return openPortal(device, SCHEDULE);
}

pageTest.beforeEach(({ backend }) => clear(backend, 'bookings'));

pageTest(
  'at any hour the next job is whole on a phone’s first screen, nine jobs take two, and those that are over are one line',
  async ({ device, network, backend }) => {
    await backend.query(`insert into public.crew (name) values ('Ann Baker')`);
    const slots = ['morning', 'afternoon', 'evening'];
    for (let job = 0; job < 9; job++)
      await storeBooking(backend, {
        name: `Job ${job}`,
        email: `job-${job}@example.com`,
        phone: `0141 496 010${job}`,
        address: 'Flat 2/2,\n161 Maxwellton Road,\nPaisley PA1 2TQ',
        notes: job % 2 ? null : `${'Please start with the kitchen. '.repeat(9)}The code is 4412.`,
        preferred_date: TODAY,
        preferred_time: slots[Math.floor(job / 3)],
        status: 'confirmed',
      });
    await storeBooking(backend, { name: 'Past', preferred_date: dayAfter(TODAY, -2) });
    await backend.query(`update public.alerts set state = 'sent'`);
    await setTomorrow(device, network);
    const page = await openPortal(device, SCHEDULE);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(inGroup(page, 'Today')).toHaveCount(9);
    // Cards off the screen have an estimated height.
    await page.addStyleTag({ content: 'li { content-visibility: visible !important; }' });
    // In one step: a line that comes in above moves them all. Long notes fold once they are drawn.
    const height = () =>
      group(page, 'Today')
        .getByRole('article')
        .evaluateAll((jobs) => {
          const places = jobs.map((job) => job.getBoundingClientRect());
          return (
            Math.max(...places.map(({ bottom }) => bottom)) -
            Math.min(...places.map(({ top }) => top))
          );
        });
    await expect.poll(height).toBeLessThan(2 * 844);
    await expect(card(page, 'Job 0').getByText(/^The code is 4412\./)).toBeVisible();

    await setTomorrow(device, network, '17:35');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.evaluate(() => scrollTo(0, 0));

    await expect(inGroup(page, 'Today')).toHaveText(['Job 6', 'Job 7', 'Job 8']);
    for (const name of ['Call: Job 6', 'Directions: Job 6'])
      await expect(card(page, 'Job 6').getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    const next = await card(page, 'Job 6').boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
    expect((next?.y ?? NaN) + (next?.height ?? NaN)).toBeLessThan(bar?.y ?? NaN);
    await earlier(page, 6).press('Enter');
    await expect(inGroup(page, 'Today')).toHaveCount(9);
    await expect(earlier(page, 6)).toBeFocused();
    await expectAccessible(page);
  },
);

pageTest(
  'at midnight in London the open schedule moves on by itself, in summer an hour before the world’s midnight',
  async ({ device, network, backend }) => {
    await storeBooking(backend, {
      name: 'On Thursday',
      preferred_date: '2027-07-01',
      preferred_time: 'evening',
    });
    await storeBooking(backend, { name: 'On Friday', preferred_date: '2027-07-02' });
    const page = await openAt(device, network, '2027-07-01T22:59:45Z');
    await expect(inGroup(page, 'Today')).toHaveText(['On Thursday']);
    await expect(inGroup(page, 'Tomorrow')).toHaveText(['On Friday']);

    await expect(inGroup(page, 'Today')).toHaveText(['On Friday'], { timeout: 25_000 });
    await expect(line(page, '1 not answered')).toBeVisible();
    await expect(card(page, 'On Thursday')).toHaveCount(0);
    await expect(group(page, 'Tomorrow')).toHaveCount(0);
  },
);

pageTest('the chosen view of the bookings is remembered on this device', async ({ device }) => {
  const page = await openPortal(device, '/admin/bookings');
  await page.getByText('Schedule', { exact: true }).click();
  await expect(page).toHaveURL(/view=schedule/);
  await page.goto('/admin/bookings');
  await expect(page.getByRole('radio', { name: 'Schedule' })).toBeChecked();
});

pageTest('where every alert was sent, none is spoken of', async ({ device, backend }) => {
  await storeBooking(backend);
  await backend.query(`update public.alerts set state = 'sent', sent_at = now(), attempts = 3`);
  const page = await openPortal(device);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Counts' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /email alerts? not sent$/ })).toHaveCount(0);
});

pageTest(
  'more bookings show near the end of the schedule',
  { tag: '@nightly' },
  async ({ device, backend }) => {
    await storeManyBookings(backend, 120);
    // A day each: one that is begun is shown whole, and the first of the next tells that there is
    // more.
    await backend.query(
      `update public.bookings set preferred_date = date '2027-03-01' + split_part(name, ' ', 2)::int`,
    );
    const page = await openPortal(device, '/admin/bookings?view=schedule');
    await expect(cards(page)).toHaveCount(51);

    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(101);
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();

    await expect(cards(page)).toHaveCount(120);
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  },
);

pageTest.describe('on a device that keeps the portal', () => {
  pageTest.use({ visitedBefore: 'portal' });

  pageTest(
    'the schedule opens, is searched and deletes without a connection',
    async ({ device, backend }) => {
      await storeBooking(backend, { name: 'Isla Muir', preferred_date: dayAfter(TODAY, 20) });
      await storeBooking(backend, { name: 'Hamish Reid', preferred_date: dayAfter(TODAY, -20) });
      const page = await openInstalledPortal(device);
      await device.goOffline();
      await page.goto(SCHEDULE);
      await expect(line(page, '1 not answered')).toBeVisible();

      await searchField(page).fill('reid');
      await expect(inGroup(page, 'Not answered')).toHaveText(['Hamish Reid']);
      await expect(group(page, 'Later')).toHaveCount(0);
      await deleteRows(page, ['Hamish Reid']);
      await searchField(page).fill('');

      await expect(inGroup(page, 'Later')).toHaveText(['Isla Muir']);
      await expect(line(page, '1 not answered')).toHaveCount(0);
    },
  );
});
