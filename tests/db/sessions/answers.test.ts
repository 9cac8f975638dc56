import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../../support/database.ts';
import { aBooking } from '../../support/records.ts';
import { PUSH_KEY } from '../../support/push-service.ts';

const { as, asOwner, insertAs } = useDatabase();

const ROUNDS = 20;

const outcomeOf = async (caller: Caller, sql: string, params: unknown[]) =>
  (
    await as(caller, (query) =>
      query<{ outcome: string }>(`select ${sql} ->> 'outcome' as outcome`, params),
    )
  )[0]?.outcome;
async function book(email = `${randomUUID()}@example.com`): Promise<{ id: string; rev: string }> {
  const booking = aBooking({ preferred_date: '2099-01-01', email });
  await insertAs(ANON, 'public.bookings', booking);
  const [row] = await asOwner<{ rev: string }>('select rev from public.bookings where id = $1', [
    booking.id,
  ]);
  return { id: booking.id, rev: row?.rev ?? '' };
}
const confirm = ({ id, rev }: { id: string; rev: string }, eventId: string = randomUUID()) =>
  outcomeOf(
    ADMIN,
    `public.answer_booking($1, $2, $3, 'confirmed', '2099-01-02', 'morning', null)`,
    [eventId, id, rev],
  );
const decline = ({ id, rev }: { id: string; rev: string }) =>
  outcomeOf(ADMIN, `public.answer_booking($1, $2, $3, 'declined', null, null, 'We are full.')`, [
    randomUUID(),
    id,
    rev,
  ]);
const callOff = ({ id, rev }: { id: string; rev: string }) =>
  outcomeOf(ADMIN, `public.answer_booking($1, $2, $3, 'cancelled', null, null, 'We are ill.')`, [
    randomUUID(),
    id,
    rev,
  ]);
const cancel = (id: string, eventId: string = randomUUID()) =>
  outcomeOf(ANON, `public.answer_request($1, $2, 'cancelled')`, [eventId, id]);
const storedOf = async (id: string) => ({
  status: (
    await asOwner<{ status: string }>('select status from public.bookings where id = $1', [id])
  )[0]?.status,
  kinds: (
    await asOwner<{ kind: string }>(
      'select kind from public.booking_events where booking_id = $1 order by rev',
      [id],
    )
  ).map(({ kind }) => kind),
});

beforeEach(() => asOwner('delete from private.submission_hits'));

describe('at the same moment', () => {
  it('a customer cancels and the office confirms: the booking ends as cancelled, and no answer is lost', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await book();
      const [confirmed, cancelled] = await Promise.all([confirm(booking), cancel(booking.id)]);
      expect(cancelled).toBe('added');
      const isFirst = confirmed === 'added';
      if (!isFirst) expect(confirmed).toBe('changed');
      expect(await storedOf(booking.id)).toEqual({
        status: 'cancelled',
        kinds: isFirst ? ['confirmed', 'cancelled'] : ['cancelled'],
      });
    }
  });

  it('two administrators answer: one answer is added, the other learns of it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await book();
      const outcomes = await Promise.all([confirm(booking), decline(booking)]);
      expect([...outcomes].sort()).toEqual(['added', 'changed']);
      expect((await storedOf(booking.id)).kinds).toEqual([
        outcomes[0] === 'added' ? 'confirmed' : 'declined',
      ]);
    }
  });

  it('one answer is sent many times: it is added once, and every sender learns that it is', async () => {
    const [booking, other] = [await book(), await book()];
    const [eventId, cancellation] = [randomUUID(), randomUUID()];
    const outcomes = await Promise.all(
      Array.from({ length: ROUNDS }, () => [
        confirm(booking, eventId),
        cancel(other.id, cancellation),
      ]).flat(),
    );
    expect(new Set(outcomes)).toEqual(new Set(['added']));
    expect((await storedOf(booking.id)).kinds).toEqual(['confirmed']);
    expect((await storedOf(other.id)).kinds).toEqual(['cancelled']);
  });

  it('a customer accepts while the office makes another offer: no offer is accepted by accident', async () => {
    const offer = (id: string, rev: string, eventId: string, day: string) =>
      outcomeOf(ADMIN, `public.answer_booking($1, $2, $3, 'offered', $4, 'evening', null)`, [
        eventId,
        id,
        rev,
        day,
      ]);
    for (let round = 0; round < ROUNDS; round++) {
      const { id, rev } = await book();
      const first = randomUUID();
      await offer(id, rev, first, '2099-02-01');
      const [row] = await asOwner<{ rev: string }>(
        'select rev from public.bookings where id = $1',
        [id],
      );
      const [accepted, offered] = await Promise.all([
        outcomeOf(ANON, `public.answer_request($1, $2, 'accepted', $3)`, [randomUUID(), id, first]),
        offer(id, row?.rev ?? '', randomUUID(), '2099-03-01'),
      ]);
      expect([accepted, offered].sort()).toEqual(['added', 'changed']);
      const [booking] = await asOwner<{ status: string; day: string }>(
        'select status, preferred_date::text as day from public.bookings where id = $1',
        [id],
      );
      expect(booking).toEqual(
        accepted === 'added'
          ? { status: 'confirmed', day: '2099-02-01' }
          : { status: 'pending', day: '2099-01-01' },
      );
    }
  });

  it('a booking is deleted and answered: neither deadlocks, and no event is left', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const booking = await book();
      const [, ...outcomes] = await Promise.all([
        as(ADMIN, (query) => query(`select public.delete_rows('bookings', $1)`, [[booking.id]])),
        confirm(booking),
        cancel(booking.id),
      ]);
      for (const outcome of outcomes) expect(['added', 'changed', 'gone']).toContain(outcome);
      expect(await storedOf(booking.id)).toEqual({ status: undefined, kinds: [] });
    }
  });

  it('from one address at most ten answers are counted, and no caller deadlocks with a booking', async () => {
    const from = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.1' } };
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, (_, n) => [
        as(from, (query) =>
          query(`select public.answer_request($1, $2, 'cancelled')`, [randomUUID(), randomUUID()]),
        ),
        insertAs(
          { ...ANON, headers: { 'x-forwarded-for': `198.51.100.${n}` } },
          'public.bookings',
          aBooking(),
        ),
      ]).flat(),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const result of refused) expect(result).toMatchObject({ reason: { code: 'PT429' } });
  });

  it('many callers claim the mails about one answer once', async () => {
    const booking = await book();
    await cancel(booking.id);
    const claims = await Promise.all(
      Array.from({ length: ROUNDS }, () => [
        outcomeOf(SERVICE, `public.claim_alert('booking', $1)`, [booking.id]),
        as(SERVICE, (query) =>
          query<{ id: string | null }>(
            `select public.claim_receipt('booking', $1, 1000) ->> 'receipt_id' as id`,
            [booking.id],
          ),
        ).then(([claim]) => (claim?.id ? 'receipt' : 'none')),
      ]).flat(),
    );
    // The booking's own alert, and the one about the cancellation.
    expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(2);
    expect(claims.filter((claim) => claim === 'receipt')).toHaveLength(1);
  });

  it('a mail and a notification are sent, and a mail bounces, while the office answers: its answer is added', async () => {
    const told = async (sql: string, params: unknown[]) =>
      (await as(SERVICE, (query) => query<{ told: never }>(`select ${sql} as told`, params)))[0]
        ?.told as { receipt_id?: string; event?: { id: string } } | null | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      const [booking, same] = [await book('same@example.com'), await book('same@example.com')];
      await as(ANON, (query) =>
        query('select public.notify_request($1, $2, $3, $4, $5)', [
          booking.id,
          randomUUID(),
          'https://fcm.googleapis.com/send/1',
          PUSH_KEY,
          'a'.repeat(22),
        ]),
      );
      for (const each of [booking, same]) await confirm(each);
      const [row] = await asOwner<{ rev: string }>(
        'select rev from public.bookings where id = $1',
        [booking.id],
      );
      const mail = await told(`public.claim_receipt('booking', $1, 1000)`, [booking.id]);
      const push = await told('public.claim_push($1)', [booking.id]);
      const [outcome] = await Promise.all([
        callOff({ id: booking.id, rev: row?.rev ?? '' }),
        told('public.finish_receipt($1, true)', [mail?.receipt_id]),
        told(`public.suppress_receipts($1, 'Bounced: no such user')`, [mail?.receipt_id]),
        told(`public.finish_push($1, 'sent')`, [push?.event?.id]),
        told(`public.claim_receipt('booking', $1, 1000)`, [same.id]),
      ]);
      expect(outcome).toBe('added');
      expect((await storedOf(booking.id)).kinds).toEqual(['confirmed', 'cancelled']);
      await asOwner('delete from private.suppressed_addresses');
    }
  });
});
