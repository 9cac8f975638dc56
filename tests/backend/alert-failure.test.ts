import { expect, test, vi } from 'vitest';
import { aBooking } from '../support/records.ts';
import { useServer } from './support/use-server.ts';

/** Nothing listens on port 1 of this machine. */
const { visitor, query, url } = useServer({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' });

test('with the mail server down the alert fails, and sixty requests cause one delivery attempt', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const booking = aBooking();
  await visitor().from('bookings').insert(booking);
  const ask = async () =>
    (
      await fetch(`${url()}/functions/v1/send-form-email`, {
        method: 'POST',
        body: JSON.stringify({ type: 'booking', data: { id: booking.id } }),
      })
    ).status;
  const alerts = () =>
    query('select state, attempts from alerts where record_id = $1', [booking.id]);
  expect(await ask()).toBe(502);
  for (let n = 0; n < 60; n++) expect(await ask()).toBe(202);
  expect(await alerts()).toEqual([{ state: 'failed', attempts: 1 }]);
  await query(`update alerts set claimed_at = claimed_at - interval '5 minutes'`);
  expect(await ask()).toBe(502);
  expect(await alerts()).toEqual([{ state: 'failed', attempts: 2 }]);
});
