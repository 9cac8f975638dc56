import { afterEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent, type Locator } from 'vitest/browser';
import { COMPANY } from '../../src/site/content/company.ts';
import {
  aBooking,
  dayFromNow,
  expectFilledIn,
  expectNothingSent,
  expectReceived,
  fields,
  fillIn,
  submitButton,
} from './support/booking.ts';
import { boxOf, errorSummary, expectCount, expectTexts, focus } from './support/look.ts';
import { openSite } from './support/site.tsx';

afterEach(() => vi.useRealTimers());

const MESSAGES = {
  name: 'Name must be at least 2 characters',
  phone: 'Please enter a valid phone number',
  email: 'Please enter a valid email address',
  address: 'Please enter your full address',
  serviceType: 'Please select a service type',
  date: 'Please select a date',
  time: 'Please select a time',
} as const;

const DAY_PASSED = 'This day has passed. Please select another date';

/** Moves the device's clock to this time of tomorrow. */
const setTomorrow = (time: string): void =>
  void vi.setSystemTime(new Date(`${TOMORROW}T${time}:00Z`));
const TOMORROW = dayFromNow(1);

const expectWrong = async (field: Locator, message: string): Promise<void> => {
  await expect.element(field).toHaveAccessibleDescription(new RegExp(message));
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
};
const expectRight = (field: Locator) =>
  expect.element(field).not.toHaveAttribute('aria-invalid', 'true');

/** Fills in the hidden field, as a bot does. */
function fillTrap(): void {
  const trap = document.querySelector<HTMLInputElement>('input[tabindex="-1"]');
  if (!trap) throw new Error('There is no hidden field');
  // React follows the prototype's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    trap,
    'https://example.com',
  );
  trap.dispatchEvent(new Event('input', { bubbles: true }));
}
const trapValue = () => document.querySelector<HTMLInputElement>('input[tabindex="-1"]')?.value;

/** Every option of a field: its stored value and its text. */
const choices = (field: Locator) =>
  field
    .getByRole('option')
    .elements()
    .map((option) => [option.getAttribute('value'), option.textContent]);

test('the booking form offers five services and three times of the day', async () => {
  openSite('/booking');
  await expect.element(fields.serviceType).toBeEnabled();

  expect(choices(fields.serviceType)).toEqual([
    ['', 'Select a service'],
    ['residential', 'Residential Cleaning'],
    ['commercial', 'Commercial Cleaning'],
    ['deep', 'Deep Cleaning'],
    ['move', 'Move In/Out'],
    ['specialized', 'Specialized Service'],
  ]);
  expect(choices(fields.time)).toEqual([
    ['', 'Select a time'],
    ['morning', '8AM-12PM'],
    ['afternoon', '12PM-5PM'],
    ['evening', '5PM-8PM'],
  ]);
});

test('the booking page answers questions about times, staff, insurance and prices', async () => {
  openSite('/booking');
  await expect.element(fields.time).toHaveAccessibleDescription(COMPANY.hours.visits);
  const promises = page.getByRole('main').getByRole('listitem');
  for (const fact of [COMPANY.visits.team, COMPANY.insurance, COMPANY.visits.price])
    await expect.element(promises.filter({ hasText: fact })).toBeVisible();
});

test('an empty form names every missing field, beside it and in a summary that takes the focus', async () => {
  openSite('/booking');
  await submitButton.click();

  await expect.element(errorSummary()).toHaveFocus();
  for (const [name, message] of Object.entries(MESSAGES)) {
    await expectWrong(fields[name as keyof typeof MESSAGES], message);
    await expect.element(errorSummary().getByRole('link', { name: message })).toBeVisible();
  }
});

test('a day that has passed is refused at its field, also when it passes while the form is open', async () => {
  openSite('/booking');
  await fillIn(aBooking({ preferred_date: dayFromNow(-365) }));
  await submitButton.click();
  await expect.element(errorSummary()).toHaveFocus();
  await expectTexts(errorSummary().getByRole('link'), [DAY_PASSED]);
  await expectWrong(fields.date, DAY_PASSED);

  await fields.date.fill(dayFromNow(1));
  await expectRight(fields.date);
  vi.setSystemTime(Date.now() + 3 * 24 * 60 * 60 * 1000);
  await submitButton.click();

  await expectWrong(fields.date, DAY_PASSED);
  expectNothingSent();
});

test('half a date is not called a missing one, and no year of more than four digits can be typed', async () => {
  openSite('/booking');
  await expect.element(fields.date).toHaveAttribute('max', expect.stringMatching(/^\d{4}-12-31$/));
  await fillIn(aBooking({ preferred_date: '' }));
  focus(fields.date);
  await userEvent.keyboard('2412');
  await submitButton.click();

  await expectWrong(fields.date, 'Please enter a full date');
});

test('a mistyped mail address is asked about beside its field, and one tap takes the other', async () => {
  openSite('/booking');
  await fillIn(aBooking({ email: 'ailsa@gmial.com' }));
  await expect.element(fields.email).toHaveAccessibleDescription(/Did you mean ailsa@gmail\.com/);

  await page.getByRole('button', { name: 'ailsa@gmail.com' }).click();
  await expect.element(fields.email).toHaveValue('ailsa@gmail.com');
  await expect.element(fields.email).toHaveFocus();
  await submitButton.click();
  await expectReceived(aBooking({ email: 'ailsa@gmail.com' }));
});

test('a booking for today is taken', async () => {
  setTomorrow('06:00');
  const booking = aBooking({ preferred_date: TOMORROW });
  openSite('/booking');
  await fillIn(booking);
  await submitButton.click();

  await expectReceived(booking);
});

test('today only the times that are not over are offered', async () => {
  setTomorrow('18:40');
  openSite('/booking');
  await expect.element(fields.date).toBeEnabled();

  await fields.date.fill(TOMORROW);
  const over = fields.time.getByRole('option', { disabled: true });
  await expectTexts(over, ['8AM-12PM (over today)', '12PM-5PM (over today)']);
  await fields.date.fill(dayFromNow(2));
  await expectCount(over, 0);
});

test('a time that ends while the form is open is refused at its field, and another day mends it', async () => {
  setTomorrow('10:40');
  const booking = aBooking({ preferred_date: TOMORROW });
  openSite('/booking');
  await fillIn(booking);
  setTomorrow('18:40');
  await submitButton.click();

  await expectWrong(fields.time, 'This time is over today');
  await expect.element(fields.time).toHaveValue('morning');
  await expect.element(errorSummary()).toHaveFocus();
  expectNothingSent();

  await fields.date.fill(dayFromNow(2));
  await expectRight(fields.time);
  await submitButton.click();
  await expectReceived({ ...booking, preferred_date: dayFromNow(2) });
});

test('a day on which nobody comes says so at its field, and can be sent', async () => {
  const booking = aBooking({ preferred_date: '2027-12-25' });
  openSite('/booking');
  await fillIn(booking);

  await expect
    .element(fields.date)
    .toHaveAccessibleDescription(/We don’t come on Christmas Day\. Choose another day/);
  await submitButton.click();
  await expectReceived(booking);
});

test('a link of the summary leads to its field', async () => {
  openSite('/booking');
  await submitButton.click();

  await errorSummary().getByRole('link', { name: MESSAGES.address }).click();

  await expect.element(fields.address).toHaveFocus();
});

test('a booking with one wrong field is not sent, and keeps the typed text', async () => {
  const booking = aBooking({ phone: '12345' });
  openSite('/booking');
  await fillIn(booking);
  await submitButton.click();

  await expectWrong(fields.phone, MESSAGES.phone);
  await expectCount(errorSummary().getByRole('link'), 1);
  await expectFilledIn(booking);
  expectNothingSent();
});

test('the summary is read once and stays while its fields are corrected; a field turns wrong only when left', async () => {
  openSite('/booking');
  await fillIn(aBooking({ phone: '12345', email: 'ailsa@' }));
  await submitButton.click();
  const summary = errorSummary();
  await expect.element(summary).toHaveFocus();
  await expectCount(page.getByRole('alert'), 0);
  const { height } = boxOf(summary);

  await fields.phone.fill('0141 496 0123');
  await expectRight(fields.phone);
  await expectCount(summary.getByText('Corrected'), 1);
  await fields.email.fill('ailsa@example.com');
  await expectCount(summary.getByText('Corrected'), 2);
  await expect.element(summary).toHaveAccessibleName('Please check 2 fields');
  expect(boxOf(summary).height).toBe(height);

  await fields.name.fill('A');
  await expectRight(fields.name);
  focus(fields.phone);
  await expect.element(fields.name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(summary).toHaveAccessibleName('Please check 2 fields');
});

test('a form whose hidden field was filled in says so, and is sent at the next press', async () => {
  const booking = aBooking();
  openSite('/booking');
  await fillIn(booking);
  fillTrap();
  await submitButton.click();

  const notice = page.getByRole('group', { name: /could not be sent/ });
  await expect.element(notice.getByRole('link')).toHaveAttribute('href', COMPANY.phoneLink);
  await expectFilledIn(booking);
  expectNothingSent();

  await submitButton.click();
  await expectReceived(booking);
});

test('a program that fills in the hidden field before every press sends nothing', async () => {
  openSite('/booking');
  await fillIn(aBooking());
  const refused = page.getByText('filled in a hidden field');
  for (let press = 0; press < 3; press++) {
    fillTrap();
    await submitButton.click();
    await expect.element(refused).toBeVisible();
    await expect.poll(trapValue).toBe('');
  }
  expectNothingSent();
});

/** Times at which the device's date differs from Paisley's. */
const ABROAD = [
  { timezoneId: 'Pacific/Auckland', now: '2026-12-01T15:00:00Z', inPaisley: '2026-12-01' },
  { timezoneId: 'America/Los_Angeles', now: '2026-12-02T06:00:00Z', inPaisley: '2026-12-02' },
] as const;

for (const { timezoneId, now, inPaisley } of ABROAD) {
  test(`on a device in ${timezoneId}, a booking for the present day in Paisley is taken, and none for the day before`, async ({
    onTestFinished,
  }) => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
    onTestFinished(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }) as never);
    vi.setSystemTime(new Date(now));
    const booking = aBooking({ preferred_time: 'evening' });
    openSite('/booking');
    await expect.element(fields.date).toHaveAttribute('min', inPaisley);

    const theDayBefore = new Date(Date.parse(inPaisley) - 86_400_000).toISOString().slice(0, 10);
    await fillIn({ ...booking, preferred_date: theDayBefore });
    await submitButton.click();
    await expectWrong(fields.date, DAY_PASSED);

    await fields.date.fill(inPaisley);
    await submitButton.click();
    await expectReceived({ ...booking, preferred_date: inPaisley });
  });
}
