import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../../src/core/domain/booking-choices.ts';
import type { Booking } from '../../../src/core/domain/booking.ts';
import { dayAfter, londonTime } from '../../../src/core/domain/london-time.ts';
import { BOOKING } from '../../support/values.ts';
import { server } from './server.ts';

/** The date that many days from now in London. */
export const dayFromNow = (days: number) => dayAfter(londonTime(Date.now()).day, days);

export const aBooking = (changes: Partial<Booking> = {}): Booking => ({
  ...BOOKING,
  preferred_date: dayFromNow(7),
  ...changes,
});

export const fields = {
  name: page.getByRole('textbox', { name: 'Full Name' }),
  phone: page.getByRole('textbox', { name: 'Phone Number' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  address: page.getByRole('textbox', { name: 'Service Address' }),
  serviceType: page.getByRole('combobox', { name: 'Service Type' }),
  date: page.getByLabelText('Preferred Date', { exact: true }),
  time: page.getByRole('combobox', { name: 'Preferred Time' }),
};

export const submitButton = page.getByRole('button', { name: 'Submit Booking Request' });

/** Fills in the form, once it accepts input. */
export async function fillIn(booking: Booking): Promise<void> {
  await expect.element(fields.name).toBeEnabled();
  await fields.name.fill(booking.name);
  await fields.phone.fill(booking.phone);
  await fields.email.fill(booking.email);
  await fields.address.fill(booking.address);
  await fields.serviceType.selectOptions(SERVICE_TYPES[booking.service_type]);
  await fields.date.fill(booking.preferred_date);
  await fields.time.selectOptions(PREFERRED_TIMES[booking.preferred_time]);
}

export async function expectFilledIn(booking: Booking): Promise<void> {
  await expect.element(fields.name).toHaveValue(booking.name);
  await expect.element(fields.phone).toHaveValue(booking.phone);
  await expect.element(fields.email).toHaveValue(booking.email);
  await expect.element(fields.address).toHaveValue(booking.address);
  await expect.element(fields.serviceType).toHaveValue(booking.service_type);
  await expect.element(fields.date).toHaveValue(booking.preferred_date);
  await expect.element(fields.time).toHaveValue(booking.preferred_time);
}

/** Expects the server to get this booking, and no other. */
export const expectReceived = (booking: Booking): Promise<void> =>
  expect
    .poll(() => [...server.visitors.rows.values()])
    .toEqual([expect.objectContaining({ ...booking })]);

export const expectNothingSent = (): void => expect(server.visitors.calls).toEqual([]);
