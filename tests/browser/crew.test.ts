import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OFFLINE } from '../unit/support/fake-backend.ts';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { aJobIn, openCode, openDay } from './support/crew.tsx';
import { emulate } from './support/device.ts';
import { chooseFiles } from './support/look.ts';
import { focusStart } from './support/open.tsx';
import { aPhoto } from './support/photos.ts';
import { server } from './support/server.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(6).trim();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const openAnnsDay = async () => {
  await page.viewport(390, 844);
  await openDay('Ann', [aJobIn(0, { name: 'Isla Grant' })]);
  await expect.element(button('Done')).toBeVisible();
};

test('the code’s screen passes the accessibility rules and fits every window, with its faults too', async () => {
  await openCode();
  await button('Continue').click();
  await expect.element(page.getByText('Type the eight letters and digits')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('the day, a report’s form and reports that wait pass the accessibility rules and fit every window, whatever people wrote', async () => {
  const texts = {
    name: LONG.slice(0, 100),
    address: `${LONG}\nPaisley PA1 2AB`,
    notes: LONG,
    instructions: LONG,
    access: `${LONG}\n4711`,
    size: '2-bedrooms',
    with: ['Annabella Featherstonehaugh-Cholmondeley', 'Benedictus'],
  };
  await openDay('Annabella Featherstonehaugh-Cholmondeley', [
    aJobIn(0, texts),
    aJobIn(0, { ...texts, time_slot: 'afternoon' }),
    aJobIn(1, texts),
  ]);
  await expect.element(button('Could not get in').first()).toBeVisible();
  for (const summary of document.querySelectorAll('summary'))
    if (summary.checkVisibility()) summary.click();
  await expectAccessibleInBothSchemes();
  await expectFits();

  await button('Could not get in').first().click();
  const what = page.getByLabelText('What happened? (optional)');
  await what.fill('x'.repeat(1001));
  chooseFiles(page.getByLabelText(/^Photographs/), await aPhoto(), await aPhoto());
  await button(/^Send/).click();
  await expect.element(page.getByText('At most 1000 characters')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();

  server.crew = { ...server.crew, report: async () => OFFLINE };
  await what.fill(LONG);
  await button(/^Send/).click();
  await expect.element(button('Undo')).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('every control of the day is 44 pixels high, and the keyboard reaches them in the page’s order', async () => {
  await openAnnsDay();
  for (const control of document.querySelectorAll('main :is(a[href], button, summary)'))
    expect(
      control.getBoundingClientRect().height,
      control.textContent ?? '',
    ).toBeGreaterThanOrEqual(44);
  focusStart();
  const order: (string | null)[] = [];
  for (let step = 0; step < 6; step++) {
    await userEvent.tab();
    const { activeElement: focused } = document;
    order.push(focused?.getAttribute('aria-label') ?? focused?.textContent ?? null);
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

test('a report’s form takes the focus, and gives it to the report’s state', async () => {
  await openAnnsDay();
  await button('Done').click();
  await expect.element(page.getByLabelText(/Anything the office should know/)).toHaveFocus();
  await button('Close').click();
  await expect.element(button('Done')).toHaveFocus();
  await button('Done').click();
  await button('Send “Done”').click();
  await expect.element(page.getByRole('list', { name: 'Your reports' })).toHaveFocus();
});

test('forced colours keep the edges of the next job, the way in and the buttons', async () => {
  await emulate({ 'forced-colors': 'active' });
  await openAnnsDay();
  const wayIn = page.getByText('The way in', { exact: true });
  for (const part of [
    wayIn.element().closest('div'),
    button('Done').element(),
    button('Could not get in').element(),
  ])
    expect(parseFloat(getComputedStyle(part as Element).borderTopWidth)).toBeGreaterThan(0);
});
