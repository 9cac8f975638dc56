import { aBooking, book, fieldsOf, submitButton } from '../support/booking.ts';
import { expectReceivedOnce } from '../support/office.ts';
import { expect, pageTest as test } from '../support/test.ts';

/** Times at which the device's date differs from Paisley's. */
const ABROAD = [
  { timezoneId: 'Pacific/Auckland', now: '2026-12-01T15:00:00Z', inPaisley: '2026-12-01' },
  { timezoneId: 'America/Los_Angeles', now: '2026-12-02T06:00:00Z', inPaisley: '2026-12-02' },
] as const;

const DAY_PASSED = 'This day has passed. Please select another date';

for (const { timezoneId, now, inPaisley } of ABROAD) {
  test.describe(`on a device in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('a booking for the present day in Paisley is taken, and none for the day before', async ({
      device,
      backend,
    }) => {
      await device.context.clock.setFixedTime(now);
      const booking = aBooking({ preferred_date: '2026-11-30', preferred_time: 'evening' });
      const page = await device.open('/booking');
      const { date } = fieldsOf(page);
      await expect(date).toBeEnabled();
      await expect(date).toHaveAttribute('min', inPaisley);

      const theDayBefore = new Date(Date.parse(inPaisley) - 86_400_000).toISOString().slice(0, 10);
      await book(page, { ...booking, preferred_date: theDayBefore });
      await expect(date).toHaveAccessibleDescription(new RegExp(DAY_PASSED));

      await date.fill(inPaisley);
      await submitButton(page).click();
      await expectReceivedOnce(device, backend, { ...booking, preferred_date: inPaisley });
    });
  });
}
