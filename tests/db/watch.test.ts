import { expect, it } from 'vitest';
import { ANON, SERVICE, useDatabase } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner } = useDatabase();

/** Stores a booking that was made so long ago, and its alert. */
async function bookAt(ago: string): Promise<string> {
  const booking = aBooking();
  const columns = Object.keys(booking).join(', ');
  await asOwner(
    `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
    [JSON.stringify(booking)],
  );
  for (const [table, column] of [
    ['bookings', 'id'],
    ['alerts', 'record_id'],
  ])
    await asOwner(
      `update public.${table} set created_at = now() - $2::interval where ${column} = $1`,
      [booking.id, ago],
    );
  return booking.id;
}
const call = async (name: string, caller = SERVICE) =>
  (await as(caller, (query) => query(`select public.${name}() as answer`)))[0]?.['answer'];

it('an alert is late when it is not sent after an hour, for two days', async () => {
  await asOwner('delete from public.alerts');
  const sent = await bookAt('3 hours');
  await asOwner(`update public.alerts set state = 'sent' where record_id = $1`, [sent]);
  await bookAt('50 minutes');
  await bookAt('3 days');
  expect(Number(await call('late_alerts'))).toBe(0);
  await bookAt('2 hours');
  expect(Number(await call('late_alerts'))).toBe(1);
});

it('the pauses are those between the bookings of the last year', async () => {
  await asOwner('delete from public.bookings');
  expect(await call('booking_pauses')).toEqual({
    count: 0,
    first: null,
    last: null,
    longest: null,
  });
  for (const ago of ['400 days', '100 days', '96 days', '10 days', '9 days']) await bookAt(ago);
  expect(await call('booking_pauses')).toMatchObject({ count: 4, longest: 86 * 86_400 });
});

it.each(['late_alerts', 'booking_pauses'])('%s is for the server’s own key alone', async (name) => {
  await expect(call(name, ANON)).rejects.toThrow('permission denied');
});
