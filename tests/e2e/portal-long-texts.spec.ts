import type { Locator } from '@playwright/test';
import { openPortal } from '../support/portal.ts';
import { card, searchField } from '../support/portal-list.ts';
import { storeBooking, storeMessage, storePosting } from '../support/portal-records.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Narrower than a desktop screen, so that rows are cards. */
const TABLET = { width: 1000, height: 800 };

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `Line ${i + 1}`).join('\n');

/** In CSS pixels. */
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;

test('a long text is clamped on its card, and a key shows all of it and less again', async ({
  device,
  backend,
}) => {
  await storeBooking(backend, { name: 'Lena Long', notes: lines(60) });
  await storeBooking(backend, { name: 'Sheila Short', notes: lines(12) });
  const page = await openPortal(device, '/admin/bookings');
  await page.setViewportSize(TABLET);
  const short = card(page, 'Sheila Short');
  await expect(short.getByText('Line 12')).toBeVisible();
  await expect(short.getByRole('button', { name: /^Show all/ })).toHaveCount(0);
  const long = card(page, 'Lena Long');
  const button = long.getByRole('button', { name: 'Show all: Notes' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(await heightOf(long)).toBeLessThan(1000);

  await button.press('Enter');

  const less = long.getByRole('button', { name: 'Show less: Notes' });
  await expect(less).toBeFocused();
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  expect(await heightOf(long)).toBeGreaterThan(60 * 20);

  await less.press('Enter');

  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
  expect(await heightOf(long)).toBeLessThan(1000);
});

test('a long text is whole on paper', async ({ device, backend }) => {
  await storeMessage(backend, { name: 'Paula Paper', message: lines(60) });
  const page = await openPortal(device, '/admin/messages');
  const paper = card(page, 'Paula Paper');
  await expect(paper.getByRole('button', { name: 'Show all: Message' })).toBeVisible();

  await page.emulateMedia({ media: 'print' });

  await expect(paper.getByRole('button', { name: 'Show all: Message' })).toBeHidden();
  expect(await heightOf(paper)).toBeGreaterThan(60 * 16);
});

for (const width of [1024, 1440]) {
  test(
    `a row of a desk’s screen has every field in 110 px, and a key shows all of a long text: ${width} px`,
    { tag: width === 1024 ? [] : '@nightly' },
    async ({ device, backend }) => {
      const notes = `The key is under the third pot. ${lines(12)}`;
      const address = 'Flat 2/1, 34 Causeyside Street, Paisley PA1 1YT';
      const name = `Dora Desk ${width}`;
      // Without earlier bookings, which the row would name too.
      const contact = { phone: `0141 496 ${width}`, email: `dora.${width}@example.com` };
      await storeBooking(backend, { name, notes, address, ...contact });
      const page = await openPortal(device, '/admin/bookings');
      await page.setViewportSize({ width, height: 900 });
      const row = page.getByRole('listitem', { name });
      const { phone, email } = contact;
      for (const text of ['pending', phone, email, address, 'Deep Cleaning', 'March 01, 2027'])
        await expect(row.getByText(text)).toBeVisible();
      const button = row.getByRole('button', { name: 'Show all: Notes' });
      await expect(button).toBeVisible();
      expect(await heightOf(row)).toBeLessThanOrEqual(110);

      await button.press('Enter');

      const less = row.getByRole('button', { name: 'Show less: Notes' });
      await expect(less).toBeFocused();
      expect(await heightOf(row)).toBeGreaterThan(12 * 18);
      await less.press('Enter');
      await expect(button).toBeFocused();
      expect(await heightOf(row)).toBeLessThanOrEqual(110);
    },
  );
}

test('an address of several lines is one line, and the clamped notes begin with the key', async ({
  device,
  backend,
}) => {
  const notes = `${'Please start with the kitchen. '.repeat(12)}\nThe key is under the third pot.`;
  const address = 'Flat 2/2,\n161 Maxwellton Road,\nPaisley';
  await storeBooking(backend, { name: 'Kenneth Key', notes, address });
  const page = await openPortal(device, '/admin/bookings');
  await page.setViewportSize({ width: 1440, height: 900 });

  const row = card(page, 'Kenneth Key');
  await expect(row.getByText('Flat 2/2, 161 Maxwellton Road, Paisley')).toBeVisible();
  const clamped = row.getByText(/^The key is under the third pot\. Please start/);
  await expect(clamped).toBeVisible();
  await row.getByRole('button', { name: 'Show all: Notes' }).click();
  await expect(clamped).toHaveCount(0);
  await expect(row.getByText(/^Please start[^]*third pot\.$/)).toBeVisible();
});

test('a long text is whole while the search found something in it', async ({ device, backend }) => {
  await storePosting(backend, {
    title: 'Window cleaner',
    description: `${lines(100)}\nladders`,
    requirements: ['Steady hands'],
  });
  const page = await openPortal(device, '/admin/careers');
  const posting = card(page, 'Window cleaner');
  const button = posting.getByRole('button', { name: 'Show all: Description and requirements' });
  await expect(button).toBeVisible();

  await searchField(page).fill('ladders');

  await expect(posting.locator('mark')).toHaveText('ladders');
  await expect(button).toHaveCount(0);
  await searchField(page).fill('window');
  await expect(button).toBeVisible();
});
