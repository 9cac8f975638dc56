import { afterEach, describe, expect, test, vi } from 'vitest';
import { aBooking } from '../support/records.ts';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { visitor, administrator, query, url } = useServer({ FLOOD_LOOPBACK: 'on' });

/** Sets the clock of this process and its database, as a correction of the system's time would. */
function jump(ms: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms });
}
afterEach(() => void vi.useRealTimers());

describe('when the clock is set forward by a day and back again', () => {
  test('a signed-in user stays signed in, and can sign in again, at each time', async () => {
    const client = await administrator();
    const read = async () => (await client.from('bookings').select('id')).error;
    const renew = async () => (await client.auth.refreshSession()).error;
    expect(await read()).toBeNull();
    jump(DAY_MS);
    expect((await query<{ now: string }>('select now()::text as now'))[0]?.now.slice(0, 10)).toBe(
      new Date().toISOString().slice(0, 10),
    );
    expect(await renew()).toBeNull();
    expect(await read()).toBeNull();
    jump(-DAY_MS);
    // A token issued tomorrow is refused, like one issued yesterday, until it is renewed.
    expect(await read()).toMatchObject({ code: 'PGRST303' });
    expect(await renew()).toBeNull();
    expect(await read()).toBeNull();
    expect((await visitor().auth.signInWithPassword(ADMIN)).error).toBeNull();
  });

  test('a sender over the limit waits at most until the next hourly round', async () => {
    const send = async () => (await visitor().from('bookings').insert(aBooking())).status;
    jump(DAY_MS);
    for (let n = 0; n < 10; n++) expect(await send()).toBe(201);
    expect(await send()).toBe(429);
    jump(-DAY_MS);
    expect(await send()).toBe(429);
    await query('select private.forget_addresses()');
    expect(await send()).toBe(201);
  });

  test('an alert whose sender was interrupted meanwhile is sent', async () => {
    const { id } = aBooking();
    await query('delete from private.submission_hits');
    await visitor().from('bookings').insert(aBooking({ id }));
    jump(DAY_MS);
    await query(`select claim_alert('booking', $1)`, [id]);
    jump(-DAY_MS);
    const response = await fetch(`${url()}/functions/v1/send-form-email`, {
      method: 'POST',
      body: JSON.stringify({ type: 'booking', data: { id } }),
    });
    expect(response.status).toBe(200);
  });
});
