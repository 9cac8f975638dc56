import type { Page } from '@playwright/test';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { setClocks, setTomorrow, TOMORROW } from '../support/clock.ts';
import type { Device } from '../support/device.ts';
import type { Network } from '../support/network.ts';
import { goTo, openInstalledPortal, openPortal } from '../support/portal.ts';
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
  'the schedule groups bookings by day in the order of the day, shows the weekday, and is remembered as the view',
  async ({ device, network, backend }) => {
    const store = (name: string, days: number, preferred_time = 'morning', status = 'pending') =>
      storeBooking(backend, {
        name,
        preferred_date: dayAfter(TODAY, days),
        preferred_time,
        status,
      });
    await store('Tonight', 0, 'evening');
    await store('This morning', 0, 'morning', 'confirmed');
    await store('This afternoon', 0, 'afternoon');
    await store('Forgotten', -2);
    await store('Done', -1, 'morning', 'completed');
    await store('Not done yet', -1, 'morning', 'confirmed');
    await store('Not wanted', 2, 'morning', 'cancelled');
    await store('Next day', 1);
    await store('Far off', 30);
    await setTomorrow(device, network);
    const page = await openPortal(device, '/admin/bookings', { reducedMotion: 'reduce' });
    await expect(page.getByRole('radio', { name: 'Received' })).toBeChecked();

    await page.getByText('Schedule', { exact: true }).click();

    await expect(line(page, '1 not answered')).toBeVisible();
    await expect(line(page, '1 to be completed')).toBeVisible();
    await expect(line(page, '1 cancelled')).toBeVisible();
    await expect(page).toHaveURL(/\?view=schedule$/);
    await expect(cards(page).getByRole('heading', { level: 2 })).toHaveText([
      'This morning',
      'This afternoon',
      'Tonight',
      'Next day',
      'Far off',
      'Done',
    ]);
    for (const [name, job] of [
      ['Tomorrow', 'Next day'],
      ['Later', 'Far off'],
      ['Past', 'Done'],
    ] as const) {
      await expect(inGroup(page, name)).toHaveText([job]);
    }
    const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(
      new Date(`${TODAY}T12:00`),
    );
    await expect(group(page, 'Today').getByRole('heading', { name: /^Today/ })).toContainText(
      weekday,
    );
    await expect(card(page, 'Tonight')).not.toContainText(weekday);
    await expect(card(page, 'Tonight')).toContainText('Not confirmed');
    await expect(card(page, 'This morning')).not.toContainText('Not confirmed');
    await expectAccessible(page);

    await page.reload();
    await expect(page.getByRole('radio', { name: 'Schedule' })).toBeChecked();
    await expect(line(page, '1 not answered')).toBeVisible();
    await page.goto('/admin/bookings');
    await expect(page.getByRole('radio', { name: 'Schedule' })).toBeChecked();
    await page.getByRole('group', { name: 'View' }).getByText('Received').click();
    await expect(page).toHaveURL(/\/admin\/bookings$/);
    await expect(line(page, '1 not answered')).toHaveCount(0);
    await page.goto('/admin/dashboard');
    await goTo(page, 'Bookings');
    await expect(page.getByRole('radio', { name: 'Received' })).toBeChecked();
  },
);

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

for (const width of [390, 1440]) {
  pageTest(
    `the schedule opens at today, with past requests in one line that leads to them, ${width} pixels wide`,
    { tag: width === 390 ? [] : '@nightly' },
    async ({ device, network, backend }) => {
      await backend.query(
        `insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time)
         select gen_random_uuid(), n || ' days ago', '0141 555 0100', 'customer@example.com', '1 High Street, Paisley',
           'deep', $1::date - n, 'morning' from generate_series(1, 60) n`,
        [TODAY],
      );
      await storeBooking(backend, { name: 'For today', preferred_date: TODAY });
      await setTomorrow(device, network);
      const page = await openPortal(device, SCHEDULE);
      await page.setViewportSize({ width, height: 844 });
      await expect(inGroup(page, 'Today')).toHaveText(['For today']);
      await expect(card(page, 'For today').getByRole('heading')).toBeInViewport();
      await expect(cards(page)).toHaveCount(1);

      await line(page, '60 not answered').click();

      await expect(page.getByText('60 of 61')).toBeVisible();
      await expect(card(page, 'For today')).toHaveCount(0);
      await page.goBack();
      await expect(inGroup(page, 'Today')).toHaveText(['For today']);
    },
  );
}

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

for (const [what, before, after, days] of [
  [
    'spring',
    '2027-03-27T06:00:00Z',
    '2027-03-28T23:00:05Z',
    ['2027-03-27', '2027-03-28', '2027-03-29'],
  ],
  [
    'autumn',
    '2027-10-30T06:00:00Z',
    '2027-11-01T00:00:05Z',
    ['2027-10-30', '2027-10-31', '2027-11-01'],
  ],
] as const) {
  pageTest(
    `a device that slept through the clock change in ${what} shows the right day when it is opened`,
    { tag: what === 'autumn' ? [] : '@nightly' },
    async ({ device, network, backend }) => {
      for (const day of days)
        await storeBooking(backend, { name: `On ${day}`, preferred_date: day });
      const page = await openAt(device, network, before);
      await expect(inGroup(page, 'Today')).toHaveText([`On ${days[0]}`]);
      await expect(inGroup(page, 'Tomorrow')).toHaveText([`On ${days[1]}`]);

      await setClocks(device, network, Date.parse(after) - Date.now());
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

      await expect(inGroup(page, 'Today')).toHaveText([`On ${days[2]}`]);
      await expect(line(page, '2 not answered')).toBeVisible();
      await expect(cards(page)).toHaveCount(1);
    },
  );
}

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
    await clear(backend, 'bookings');
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
