import type { Page } from '@playwright/test';
import { linkedChoice } from '../../src/core/domain/named-services.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import {
  aBooking,
  book,
  bookAnother,
  bookOnDevice,
  expectEmptyForm,
  fieldsOf,
  fillIn,
  outcomeNotice,
  submitButton,
} from '../support/booking.ts';
import { expectReceivedOnce, received } from '../support/office.ts';
import { readStore } from '../support/local-store.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'site' });

const bookNow = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('link', { name: 'Book Now' });
const change = (page: Page) => page.getByRole('button', { name: /^Change to/ });

test('a service’s card opens the booking form with that service chosen', async ({ device }) => {
  const page = await device.open('/services');
  await bookNow(page, 'Deep Cleaning').click();
  await expect(fieldsOf(page).serviceType).toBeEnabled();
  await expect(fieldsOf(page).serviceType).toHaveValue('deep');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${COMPANY.origin}/booking`,
  );

  await page.goto('/');
  await bookNow(page, 'Specialized Services').click();
  await expect(fieldsOf(page).serviceType).toHaveValue('specialized');
  expect(await readStore(page, 'forms'), 'nothing was typed').toEqual([]);
});

test('an unknown service chooses none, and keeps the typed text', async ({ device }) => {
  const page = await device.open('/booking?service=toString');
  await expectEmptyForm(page);
  await fieldsOf(page).serviceType.selectOption('deep');
  await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);

  await page.reload();

  await expect(fieldsOf(page).serviceType).toHaveValue('deep');
  await expect(change(page)).toHaveCount(0);
});

test('the link to a service opens the form offline in a tab just opened', async ({ device }) => {
  await device.openInstalled('/');
  await device.goOffline();

  const page = await device.open('/booking?service=move');

  await expect(fieldsOf(page).serviceType).toBeEnabled();
  await expect(fieldsOf(page).serviceType).toHaveValue('move');
});

test('a draft without a service keeps its text and takes the link’s service', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await fieldsOf(page).name.fill('Ailsa Craig');
  await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);

  await page.goto('/booking?service=commercial');

  await expect(fieldsOf(page).name).toHaveValue('Ailsa Craig');
  await expect(fieldsOf(page).serviceType).toHaveValue('commercial');
  await expect(change(page)).toHaveCount(0);
});

test('a service that was chosen before stays, and one tap changes it to that of the card', async ({
  device,
}) => {
  const page = await device.open('/booking');
  await fieldsOf(page).serviceType.selectOption('deep');
  await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);

  await page.goto('/booking?service=move');
  await expect(fieldsOf(page).serviceType).toHaveValue('deep');
  await expect(fieldsOf(page).serviceType).toHaveAccessibleDescription(
    'This is the service you chose before. Change to Move In/Out Cleaning',
  );
  await change(page).click();

  await expect(fieldsOf(page).serviceType).toHaveValue('move');
  await expect(fieldsOf(page).serviceType).toBeFocused();
  await expect(change(page)).toHaveCount(0);
  await expect
    .poll(() => readStore(page, 'forms'))
    .toMatchObject([{ values: { service_type: 'move' } }]);
});

const chosen = (page: Page) => page.getByRole('combobox', { name: 'Which service (optional)' });

test('the service of a card is chosen in the form, and goes to the office as a field', async ({
  device,
  backend,
}) => {
  const page = await device.open('/services');
  await page.getByRole('tab', { name: 'Specialized' }).click();
  await bookNow(page, 'Event Cleaning').click();
  await expect(chosen(page)).toHaveValue('event');
  await expect(fieldsOf(page).serviceType).toHaveValue('specialized');
  await expect(fieldsOf(page).notes).toHaveValue('');

  const booking = aBooking({
    service_type: 'specialized',
    service: 'event',
    notes: 'Parking behind the hall.',
  });
  await book(page, booking);

  await expect(outcomeNotice(page)).toContainText('Event Cleaning');
  await expectReceivedOnce(device, backend, booking);
  const { mails } = await received(backend, booking);
  expect(mails[0]?.text).toContain('\nChosen service: Event Cleaning\n');
  await bookAnother(page);
  await expect(chosen(page)).toHaveValue('');
});

test('a service shows its price at once, a size makes it an estimate without a connection, and the office gets the choices', async ({
  device,
  backend,
}) => {
  const page = await device.openInstalled('/booking?service=regular');
  await device.goOffline();
  await expect(fieldsOf(page).serviceType).toHaveValue('residential');
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText('From £22 an hour');
  await expect(form).toContainText(COMPANY.prices.residential?.example ?? '');

  await page.getByRole('combobox', { name: 'Size (optional)' }).selectOption('3 bedrooms');
  await page.getByRole('combobox', { name: 'How often' }).selectOption('Every fortnight');
  await expect(form).toContainText('About 3 hours, from £66');
  const booking = aBooking({
    service_type: 'residential',
    service: 'regular',
    size: '3-bedrooms',
    frequency: 'fortnightly',
    notes: 'Ring twice.',
  });
  await bookOnDevice(page, booking);

  for (const text of [
    'Regular House Cleaning',
    '3 bedrooms',
    'Every fortnight',
    'About 3 hours, from £66',
  ])
    await expect(outcomeNotice(page)).toContainText(text);
  await device.goOnline();
  await expectReceivedOnce(device, backend, booking);
});

test('a waiting booking opens with its optional choices again', async ({ device }) => {
  const page = await device.openInstalled('/booking');
  await device.goOffline();
  await bookOnDevice(
    page,
    aBooking({
      service_type: 'commercial',
      service: 'retail',
      size: '6-hours',
      frequency: 'weekly',
    }),
  );

  await page.getByRole('button', { name: 'Edit' }).click();

  await expect(chosen(page)).toHaveValue('retail');
  await expect(page.getByRole('combobox', { name: 'Hours (optional)' })).toHaveValue('6-hours');
  await expect(page.getByRole('combobox', { name: 'How often' })).toHaveValue('weekly');
});

test('a service and a size that another type does not offer are taken back', async ({ device }) => {
  const page = await device.open('/booking?service=deep');
  await expect(fieldsOf(page).serviceType).toHaveValue('deep');
  await expect(chosen(page)).toHaveValue('deep');
  await page.getByRole('combobox', { name: 'Size (optional)' }).selectOption('2 bedrooms');

  await fieldsOf(page).serviceType.selectOption('commercial');
  await expect(chosen(page)).toHaveValue('');
  const hours = page.getByRole('combobox', { name: 'Hours (optional)' });
  await expect(hours).toHaveValue('');
  await hours.selectOption('3 hours');
  await expect(page.getByText('About 3 hours, from £72')).toBeVisible();

  await fieldsOf(page).serviceType.selectOption('deep');
  await expect(page.getByRole('combobox', { name: 'Size (optional)' })).toHaveValue('');
});

test('a type that a program chose for the form drops the service and the size of another one', async ({
  device,
  backend,
}) => {
  const page = await device.open('/booking?service=event');
  await expect(chosen(page)).toHaveValue('event');
  await page.getByRole('combobox', { name: 'Hours (optional)' }).selectOption('3 hours');
  const booking = aBooking({ service_type: 'residential' });
  await fillIn(page, { ...booking, service_type: 'specialized' });
  await fieldsOf(page).serviceType.evaluate((select: HTMLSelectElement) => {
    select.value = 'residential';
  });
  await submitButton(page).click();

  await expect(outcomeNotice(page)).toContainText('Residential Cleaning');
  await expect(outcomeNotice(page)).not.toContainText(/Event Cleaning|3 hours/);
  await expectReceivedOnce(device, backend, booking);
});

test('a service that was taken back stays so, and one tap chooses it again', async ({ device }) => {
  const page = await device.open('/booking?service=event');
  await expect(chosen(page)).toHaveValue('event');
  await chosen(page).selectOption('Not sure');
  await expect.poll(() => readStore(page, 'forms')).toMatchObject([{ values: { service: '' } }]);

  await page.reload();

  await expect(fieldsOf(page).serviceType).toHaveValue('specialized');
  await expect(chosen(page)).toHaveValue('');
  await change(page).click();
  await expect(chosen(page)).toHaveValue('event');
});

test('a link on the booking page itself chooses its service, or offers it', async ({ device }) => {
  const page = await device.open('/booking');
  await expect(fieldsOf(page).serviceType).toBeEnabled();
  const [first, second] = COMPANY.services.map(({ name }) =>
    page.getByRole('contentinfo').getByRole('link', { name, exact: true }),
  );
  const [, other] = COMPANY.services;
  await first?.click();
  await expect(fieldsOf(page).serviceType).not.toHaveValue('');
  const before = await fieldsOf(page).serviceType.inputValue();
  await second?.click();
  await expect(fieldsOf(page).serviceType).toHaveValue(before);
  await change(page).click();
  const { service_type } = linkedChoice(other?.link ?? '') ?? {};
  await expect(fieldsOf(page).serviceType).toHaveValue(String(service_type));
});

test('a chosen service can be removed', async ({ device, backend }) => {
  const page = await device.open('/booking?service=office');
  await expect(chosen(page)).toHaveValue('office');
  await chosen(page).selectOption('Not sure');

  const booking = aBooking({ service_type: 'commercial' });
  await book(page, booking);
  await expectReceivedOnce(device, backend, booking);
});

test('another service than that of the card is offered, not mixed', async ({ device }) => {
  const page = await device.open('/booking?service=event');
  await fieldsOf(page).name.fill('Ailsa Craig');
  await expect.poll(() => readStore(page, 'forms')).toHaveLength(1);

  await page.goto('/booking?service=deep');
  await expect(fieldsOf(page).serviceType).toHaveValue('specialized');
  await expect(chosen(page)).toHaveValue('event');
  await change(page).click();

  await expect(fieldsOf(page).serviceType).toHaveValue('deep');
  await expect(chosen(page)).toHaveValue('deep');
});

test('the footer leads to the booking of four services', async ({ device }) => {
  const page = await device.open('/');
  for (const { name, link } of COMPANY.services)
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name, exact: true }),
    ).toHaveAttribute('href', `/booking?service=${link}`);
});
