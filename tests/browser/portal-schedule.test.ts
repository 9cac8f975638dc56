import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import type { ReplicaRow } from '../../src/core/server/admin-backend.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expectCount, expectTexts } from './support/look.ts';
import { goTo, openPortal } from './support/portal.tsx';
import { card, cards, expectRead } from './support/portal-list.ts';
import { aRequest } from './support/rows.ts';
import { server } from './support/server.ts';

afterEach(() => vi.useRealTimers());

const SCHEDULE = '/admin/bookings?view=schedule';
const MONDAY = '2027-03-01';

const setTime = (time: string) => vi.setSystemTime(new Date(time));
const main = page.getByRole('main');
const group = (name: string) => main.getByRole('region', { name: new RegExp(`^${name}`) });
const inGroup = (name: string) =>
  group(name).getByRole('article').getByRole('heading', { level: 2 });
/** The line of a folded group, which leads to its list. */
const line = (text: string) => main.getByRole('link', { name: text });
const view = (name: string) => page.getByRole('radio', { name });
const store = (
  name: string,
  preferred_date: string,
  changes: Partial<ReplicaRow<'bookings'>> = {},
) => server.store('bookings', aRequest({ name, preferred_date, ...changes }));

test('the schedule groups bookings by day in the order of the day, shows the weekday, and stays the view', async () => {
  setTime(`${MONDAY}T06:00:00Z`);
  const on = (name: string, days: number, preferred_time = 'morning', status = 'pending') =>
    store(name, dayAfter(MONDAY, days), { preferred_time, status });
  on('Tonight', 0, 'evening');
  on('This morning', 0, 'morning', 'confirmed');
  on('This afternoon', 0, 'afternoon');
  on('Forgotten', -2);
  on('Done', -1, 'morning', 'completed');
  on('Not done yet', -1, 'morning', 'confirmed');
  on('Not wanted', 2, 'morning', 'cancelled');
  on('Next day', 1);
  on('Far off', 30);
  await openPortal('/admin/bookings');
  await expect.element(view('Received')).toBeChecked();

  await page.getByText('Schedule', { exact: true }).click();

  for (const text of ['1 not answered', '1 to be completed', '1 cancelled'])
    await expect.element(line(text)).toBeVisible();
  await expect.poll(() => location.search).toBe('?view=schedule');
  await expectTexts(cards.getByRole('heading', { level: 2 }), [
    'This morning',
    'This afternoon',
    'Tonight',
    'Next day',
    'Far off',
    'Done',
  ]);
  await expectTexts(inGroup('Tomorrow'), ['Next day']);
  await expectTexts(inGroup('Later'), ['Far off']);
  await expectTexts(inGroup('Past'), ['Done']);
  await expect
    .element(group('Today').getByRole('heading', { name: /^Today/ }))
    .toHaveTextContent('Monday');
  await expect.element(card('Tonight')).not.toHaveTextContent('Monday');
  await expect.element(card('Tonight')).toHaveTextContent('Not confirmed');
  await expect.element(card('This morning')).not.toHaveTextContent('Not confirmed');
  await expectRead(6);
  await expectAccessible();

  for (const path of [SCHEDULE, '/admin/bookings']) {
    await openPortal(path);
    await expect.element(view('Schedule')).toBeChecked();
    await expect.element(line('1 not answered')).toBeVisible();
  }
  await page.getByRole('group', { name: 'View' }).getByText('Received').click();
  await expect.poll(() => location.pathname + location.search).toBe('/admin/bookings');
  await expectCount(line('1 not answered'), 0);
  await openPortal();
  await goTo('Bookings');
  await expect.element(view('Received')).toBeChecked();
});

for (const width of [390, 1440])
  test(`the schedule opens at today, with past requests in one line that leads to them, ${width} pixels wide`, async () => {
    setTime(`${MONDAY}T06:00:00Z`);
    for (let days = 1; days <= 60; days++) store(`${days} days ago`, dayAfter(MONDAY, -days));
    store('For today', MONDAY);
    await page.viewport(width, 844);
    await openPortal(SCHEDULE);
    await expectTexts(inGroup('Today'), ['For today']);
    await expect.element(inGroup('Today')).toBeInViewport();
    await expectCount(cards, 1);

    await line('60 not answered').click();

    await expect.element(page.getByText('60 of 61').first()).toBeVisible();
    await expectCount(card('For today'), 0);
    history.back();
    await expectTexts(inGroup('Today'), ['For today']);
  });

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
] as const)
  test(`a device that slept through the clock change in ${what} shows the right day when it is opened`, async () => {
    setTime(before);
    for (const day of days) store(`On ${day}`, day);
    await openPortal(SCHEDULE);
    await expectTexts(inGroup('Today'), [`On ${days[0]}`]);
    await expectTexts(inGroup('Tomorrow'), [`On ${days[1]}`]);

    setTime(after);
    document.dispatchEvent(new Event('visibilitychange'));

    await expectTexts(inGroup('Today'), [`On ${days[2]}`]);
    await expect.element(line('2 not answered')).toBeVisible();
    await expectCount(cards, 1);
  });
