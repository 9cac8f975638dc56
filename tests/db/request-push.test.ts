import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, PUSH_KEY } from '../support/push-service.ts';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const device = (changes: Record<string, string> = {}) => ({
  id: randomUUID(),
  endpoint: `https://fcm.googleapis.com/send/${randomUUID()}`,
  p256dh: PUSH_KEY,
  auth: 'a'.repeat(22),
  ...changes,
});

async function book(changes: object = {}) {
  const booking = aBooking(changes);
  await insertAs(ANON, 'public.bookings', booking);
  return booking.id;
}

const call = (caller: Caller, name: string, ...args: unknown[]) =>
  as(caller, async (query) => {
    const places = args.map((_, index) => `$${index + 1}`).join(', ');
    const [row] = await query<{ answer: unknown }>(
      `select public.${name}(${places}) as answer`,
      args,
    );
    return row?.answer;
  });
const notify = (bookingId: string, { id, endpoint, p256dh, auth } = device()) =>
  call(ANON, 'notify_request', bookingId, id, endpoint, p256dh, auth);
const targets = (bookingId: string) => call(SERVICE, 'request_targets', bookingId);

describe('the devices of a booking’s customer', () => {
  it('are listed for their booking alone, once each, and removed on request', async () => {
    const [own, other] = [await book(), await book()];
    const listed = device();
    for (let n = 0; n < 2; n++) expect(await notify(own, listed)).toBe(true);
    expect(await targets(own)).toEqual([listed]);
    expect(await targets(other)).toEqual([]);
    expect(await call(ANON, 'stop_notifying', other, listed.id)).toBe(true);
    expect(await targets(own)).toEqual([listed]);
    expect(await call(ANON, 'stop_notifying', own, listed.id)).toBe(true);
    expect(await targets(own)).toEqual([]);
  });

  it('are five at most', async () => {
    const id = await book();
    for (let n = 0; n < 5; n++) expect(await notify(id)).toBe(true);
    expect(await notify(id)).toBe(false);
  });

  it('are none of an unknown booking, and of one that is over', async () => {
    const over = await book();
    await asOwner("update public.bookings set status = 'cancelled' where id = $1", [over]);
    expect(await notify(randomUUID())).toBe(false);
    expect(await notify(over)).toBe(false);
    expect(await notify(await book({ preferred_date: '2020-01-02' }))).toBe(false);
  });

  it('stay and are added while an offered day is to come', async () => {
    const id = await book({ preferred_date: '2020-01-02' });
    await asOwner(
      `insert into public.booking_events (id, booking_id, actor, kind, day, time_slot, message, rev)
       values (gen_random_uuid(), $1, 'office', 'offered', '2099-01-02', 'morning', 'Then?', 1)`,
      [id],
    );
    expect(await notify(id)).toBe(true);
    await asOwner('select private.forget_addresses()');
    expect(await targets(id)).toHaveLength(1);
  });

  it('stay the same when the browser replaces its subscription', async () => {
    const [id, old, next] = [await book(), device(), device()];
    await notify(id, old);
    const renew = (auth: string) =>
      call(ANON, 'renew_push_device', old.id, auth, next.id, next.endpoint, next.p256dh, next.auth);
    expect(await renew('b'.repeat(22))).toBe(false);
    expect(await renew(old.auth)).toBe(true);
    expect(await targets(id)).toEqual([next]);
  });

  it('are part of their customer’s data', async () => {
    const id = await book({ email: 'devices@example.com' });
    await notify(id);
    const records = await call(SERVICE, 'person_records', 'devices@example.com');
    expect(records).toMatchObject({
      request_devices: [{ booking_id: id, push_service: 'fcm.googleapis.com' }],
    });
  });

  it('are refused with an address that is none of a browser’s push service, and a key that is no point', async () => {
    const id = await book();
    const unknown = ENDPOINTS.flatMap(([endpoint, isKnown]) => (isKnown ? [] : [{ endpoint }]));
    for (const changes of [...unknown, { p256dh: PUSH_KEY.replace(/U$/, 'Y') }])
      await expect(notify(id, device(changes))).rejects.toMatchObject({ code: '23514' });
    expect(await targets(id)).toEqual([]);
  });

  it('go with their booking, after its day, and when their subscription has ended', async () => {
    const [gone, past, ended] = [await book(), await book(), await book()];
    const last = device();
    await notify(gone);
    await notify(past);
    await notify(ended, last);
    await as(ADMIN, (query) => query('delete from public.bookings where id = $1', [gone]));
    await asOwner("update public.bookings set preferred_date = '2020-01-02' where id = $1", [past]);
    await asOwner('select private.forget_addresses()');
    await call(SERVICE, 'remove_request_devices', [last.id]);
    for (const id of [gone, past, ended]) expect(await targets(id)).toEqual([]);
  });

  it.each(['request_targets', 'remove_request_devices'])(
    'are closed to visitors: %s',
    async (name) => {
      const argument = name === 'request_targets' ? randomUUID() : [randomUUID()];
      for (const caller of [ANON, ADMIN])
        await expect(call(caller, name, argument)).rejects.toMatchObject({ code: '42501' });
    },
  );
});
