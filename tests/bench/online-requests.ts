import type { TestBackend } from '../support/backend.ts';
import { Device } from '../support/device.ts';
import { fillBooking, submitButton } from './booking-form.ts';
import { printTable } from './report.ts';

/**
 * Prints every request that one booking makes with a connection, from the tap to the success text.
 */
export async function benchOnlineRequests(backend: TestBackend): Promise<void> {
  const device = await Device.create({ siteUrl: backend.url });
  try {
    const page = await device.openInstalled('/booking');
    await fillBooking(page, 'Bench Online');
    const requests: string[] = [];
    device.context.on('request', (request) =>
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const alerted = device.context.waitForEvent('requestfinished', (request) =>
      request.url().includes('/functions/v1/'),
    );
    await submitButton(page).click();
    await page.getByText('Booking request submitted successfully!').first().waitFor();
    await alerted;
    const ours = requests.filter((request) => request.startsWith('POST'));
    printTable('Requests of one booking, online', [
      ['count', String(ours.length), ours.join(', ')],
    ]);
  } finally {
    await device.dispose();
  }
}
