import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../src/core/domain/booking-choices.ts';
import { bookingField, OPTIONAL_BOOKING_FIELDS } from '../../src/core/domain/booking-fields.ts';
import type { Booking } from '../../src/core/domain/booking.ts';
import { BOOKING } from './values.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const IN_LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });

/** The date that many days from now in London, in the format of the form and the database. */
export const dayFromNow = (days: number) => IN_LONDON.format(Date.now() + days * DAY_MS);

/** A booking with a unique name and email address. */
export function aBooking(changes: Partial<Booking> = {}): Booking {
  const tag = randomUUID().slice(0, 8);
  return {
    ...BOOKING,
    name: `Ailsa Craig ${tag}`,
    email: `ailsa-${tag}@example.com`,
    preferred_date: dayFromNow(7),
    ...changes,
  };
}

export const fieldsOf = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Full Name' }),
  phone: page.getByRole('textbox', { name: 'Phone Number' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  address: page.getByRole('textbox', { name: 'Service Address' }),
  serviceType: page.getByRole('combobox', { name: 'Service Type' }),
  date: page.getByLabel('Preferred Date', { exact: true }),
  time: page.getByRole('combobox', { name: 'Preferred Time' }),
  notes: page.getByRole('textbox', { name: 'Additional Notes' }),
});

export const submitButton = (page: Page) =>
  page.getByRole('button', { name: 'Submit Booking Request' });

/** Fills in the form as a person does, once it accepts input. */
export async function fillIn(page: Page, booking: Booking): Promise<void> {
  const fields = fieldsOf(page);
  await fields.name.fill(booking.name);
  await fields.phone.fill(booking.phone);
  await fields.email.fill(booking.email);
  await fields.address.fill(booking.address);
  await fields.serviceType.selectOption({ label: SERVICE_TYPES[booking.service_type] });
  for (const name of OPTIONAL_BOOKING_FIELDS) {
    const { label, choices } = bookingField(name);
    const value = booking[name];
    if (!choices || !value) continue;
    // The form calls some sizes hours.
    const named = name === 'size' ? /^(Size|Hours) \(optional\)/ : label;
    await page.getByRole('combobox', { name: named }).selectOption(value);
  }
  await fields.date.fill(booking.preferred_date);
  await fields.time.selectOption({ label: PREFERRED_TIMES[booking.preferred_time] });
  if (booking.notes) await fields.notes.fill(booking.notes);
}

/** Fills in the form and submits it. */
export async function book(page: Page, booking: Booking): Promise<void> {
  await fillIn(page, booking);
  await submitButton(page).click();
}

/** Expects the form to hold the typed values. */
export async function expectFilledIn(page: Page, booking: Booking): Promise<void> {
  const fields = fieldsOf(page);
  await expect(fields.name).toHaveValue(booking.name);
  await expect(fields.phone).toHaveValue(booking.phone);
  await expect(fields.email).toHaveValue(booking.email);
  await expect(fields.address).toHaveValue(booking.address);
  await expect(fields.serviceType).toHaveValue(booking.service_type);
  await expect(fields.date).toHaveValue(booking.preferred_date);
  await expect(fields.time).toHaveValue(booking.preferred_time);
}

/**
 * Expects an empty form that accepts input. Its shell is shown before it, is always empty and
 * accepts none.
 */
export async function expectEmptyForm(page: Page): Promise<void> {
  await expect(fieldsOf(page).name).toBeEnabled();
  for (const field of Object.values(fieldsOf(page))) await expect(field).toHaveValue('');
}

/** Leads from a booking's result to the empty form. */
export async function bookAnother(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Book another' }).click();
  await expectEmptyForm(page);
}

/** The form's notice of a failed submit, or of one in another tab. */
export const formNotice = (page: Page): Locator =>
  page.getByRole('main').locator('[id$="-notice"]').filter({ hasText: /\w/ });

/** The result of the last submission, or the notice of one from another tab. */
export const outcomeNotice = (page: Page): Locator =>
  page.getByRole('main').getByRole('region').or(formNotice(page)).filter({ hasText: REFERENCE });

const REFERENCE = /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/;

/** The reference in the result. */
export async function readReference(page: Page): Promise<string> {
  const text = await outcomeNotice(page).innerText();
  return REFERENCE.exec(text)?.[0] ?? '';
}

/**
 * Submits a booking on an offline device, and waits until it is stored there. Returns its
 * reference.
 */
export async function bookOnDevice(page: Page, booking: Booking): Promise<string> {
  await book(page, booking);
  await expect(outcomeNotice(page)).toContainText('Saved on this device');
  return readReference(page);
}
