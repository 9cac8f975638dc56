import { expect, test, vi } from 'vitest';
import { aBooking } from '../support/records.ts';
import { useServer } from './support/use-server.ts';

/** Port 1 of this machine: nobody answers there. */
const { visitor, query } = useServer({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' });

test('a mail server that is down makes the alert failed, and the next try starts anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const booking = aBooking();
  await visitor().from('bookings').insert(booking);
  for (const attempts of [1, 2]) {
    const { error } = await visitor().functions.invoke('send-form-email', {
      body: { type: 'booking', data: { id: booking.id } },
    });
    expect((error as { context?: Response } | null)?.context?.status).toBe(502);
    expect(
      await query('select state, attempts from alerts where record_id = $1', [booking.id]),
    ).toEqual([{ state: 'failed', attempts }]);
  }
});
