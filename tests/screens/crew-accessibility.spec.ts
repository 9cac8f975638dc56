import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { addMember, register, storeJob } from '../support/crew-phone.ts';
import { noAnswer } from '../support/faults.ts';
import { aPhoto } from '../support/photos.ts';
import { expect, pageTest as test } from '../support/test.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6).trim();
const REPORT = 'POST /rest/v1/rpc/crew_report';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('the code’s screen passes the accessibility rules and fits every window, with its faults too', async ({
  device,
}) => {
  const page = await device.open('/crew', { reducedMotion: 'reduce' });
  await button(page, 'Continue').click();
  await expect(page.getByText('Type the eight letters and digits')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('the day, a report’s form and reports that wait pass the accessibility rules and fit every window, whatever people wrote', async ({
  device,
  backend,
  network,
}) => {
  test.setTimeout(90_000);
  const ann = await addMember(backend, 'Annabella Featherstonehaugh-Cholmondeley');
  const ben = await addMember(backend, 'Benedictus');
  const texts = {
    name: LONG.slice(0, 100),
    address: `${LONG}\nPaisley PA1 2AB`,
    notes: LONG,
    instructions: LONG,
    access: `${LONG}\n4711`,
    size: '2-bedrooms',
  };
  await storeJob(backend, [ann, ben], { ...texts, preferred_time: 'morning' });
  await storeJob(backend, [ann], texts);
  await storeJob(backend, [ann], { ...texts, inDays: 1 });
  await storeJob(backend, [ann], { inDays: 3 });
  const page = await device.open('/crew', { reducedMotion: 'reduce' });
  await register(page, ann);
  for (const summary of await page.locator('summary').all())
    if (await summary.isVisible()) await summary.click();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await button(page, 'Could not get in').first().click();
  await page.getByLabel('What happened? (optional)').fill('x'.repeat(1001));
  await page.getByLabel(/^Photographs/).setInputFiles([await aPhoto(), await aPhoto()]);
  await button(page, /^Send/).click();
  await expect(page.getByText('At most 1000 characters')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  network.answerAny(REPORT, noAnswer);
  await page.getByLabel('What happened? (optional)').fill(LONG);
  await button(page, /^Send/).click();
  await expect(button(page, 'Undo')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

test('every control of the day is 44 pixels high, and the keyboard reaches them in the page’s order', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await device.open('/crew', { reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await register(page, ann);
  const controls = page.getByRole('main').locator('a[href], button, summary');
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    expect(box?.height, (await control.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  }
  const order: string[] = [];
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab');
    order.push(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          '',
      ),
    );
  }
  expect(order).toEqual([
    'Refresh',
    'Call Isla Grant',
    'Directions Isla Grant',
    'Done',
    'Could not get in',
    'Note for the office',
  ]);
});

test('a report’s form takes the focus, and gives it to the report’s state', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant' });
  const page = await device.open('/crew', { reducedMotion: 'reduce' });
  await register(page, ann);
  await button(page, 'Done').click();
  await expect(page.getByLabel(/Anything the office should know/)).toBeFocused();
  await button(page, 'Close').click();
  await expect(button(page, 'Done')).toBeFocused();
  await button(page, 'Done').click();
  await button(page, 'Send “Done”').click();
  await expect(page.getByRole('list', { name: 'Your reports' })).toBeFocused();
});

test('forced colours keep the edges of the next job, the way in and the buttons', async ({
  device,
  backend,
}) => {
  const ann = await addMember(backend);
  await storeJob(backend, [ann], { name: 'Isla Grant', access: 'Key safe 4711' });
  const page = await device.open('/crew', { reducedMotion: 'reduce', forcedColors: 'active' });
  await register(page, ann);
  for (const part of [
    page.getByText('The way in', { exact: true }).locator('xpath=ancestor::div[1]'),
    button(page, 'Done'),
    button(page, 'Could not get in'),
  ]) {
    const width = await part.evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(parseFloat(width)).toBeGreaterThan(0);
  }
});
