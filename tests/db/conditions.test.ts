import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crewOf } from '../support/crew.ts';
import { ADMIN, ANON, useDatabase } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

/** Each condition of a function's list decides the outcome of an answer or a setting. */

const database = useDatabase();
const { asOwner, insertAs } = database;
const { call, dayIn, answer, addPerson, revisionOf } = crewOf(database);

type Scenario = [outcome: string, happen: () => Promise<{ outcome: string }>];

const days: string[] = [];
/** The day so many days after today. */
const day = (distance: number) => days[distance + 1] ?? '';
beforeAll(async () => {
  for (let n = -1; n < 12; n++) days.push(await dayIn(n));
});
beforeEach(() => asOwner('delete from private.submission_hits'));

async function book(on = 7): Promise<string> {
  const booking = aBooking({
    email: `${randomUUID()}@example.com`,
    preferred_date: day(on),
    preferred_time: 'morning',
  });
  await insertAs(ANON, 'public.bookings', booking);
  return booking.id;
}
async function confirmed(on = 7): Promise<string> {
  const id = await book(on);
  await answer(id, 'confirmed', { day: day(on), slot: 'morning' });
  return id;
}
const offer = async (id: string, on: number, eventId: string = randomUUID()) => {
  await answer(id, 'offered', { eventId, day: day(on), slot: 'evening' });
  return eventId;
};
const reply = (
  id: string,
  kind: string,
  {
    eventId = randomUUID() as string,
    offered = null as string | null,
    about = null as number | null,
    slot = 'morning',
    other = null as number | null,
  } = {},
) =>
  call<{ outcome: string }>(ANON, 'public.answer_request($1, $2, $3, $4, $5, $6, $7, $8)', [
    ...[
      eventId,
      id,
      kind,
      offered,
      about === null ? null : day(about),
      about === null ? null : slot,
    ],
    ...[other === null ? null : day(other), other === null ? null : 'evening'],
  ]);
const set = (
  id: string,
  expected: string | null,
  value: string | null,
  { eventId = randomUUID() as string, forSeries = false, rev = null as string | null } = {},
) =>
  call<{ outcome: string }>(ADMIN, `public.set_booking($1, $2, 'instructions', $3, $4, $5, $6)`, [
    eventId,
    id,
    JSON.stringify(expected),
    JSON.stringify(value),
    forSeries,
    rev,
  ]);

const CONDITIONS: Record<string, Record<string, Scenario>> = {
  answer_booking: {
    'there is no such booking': ['gone', () => answer(randomUUID(), 'declined', { rev: '1' })],
    'it was stored under this id': [
      'added',
      async () => {
        const id = await book();
        const eventId = randomUUID();
        await answer(id, 'declined', { eventId });
        await answer(id, 'reopened');
        return answer(id, 'declined', { eventId });
      },
    ],
    'another answer had its effect': [
      'added',
      async () => {
        const id = await book();
        const rev = (await revisionOf(id)) ?? '';
        await answer(id, 'declined');
        return answer(id, 'declined', { rev });
      },
    ],
    'the status admits no such answer': ['changed', async () => answer(await book(), 'completed')],
    'its kind needs another state': ['changed', async () => answer(await confirmed(), 'kept')],
    'an answer came after the revision': [
      'changed',
      async () => {
        const id = await book();
        const rev = (await revisionOf(id)) ?? '';
        await offer(id, 9);
        return answer(id, 'confirmed', { rev, day: day(7), slot: 'morning' });
      },
    ],
    'the day of the booking is to come': [
      'too-early',
      async () => answer(await confirmed(), 'completed'),
    ],
    'the day has begun': [
      'too-late',
      async () => answer(await book(), 'offered', { day: day(0), slot: 'morning' }),
    ],
    'the day has passed': [
      'too-late',
      async () => answer(await book(), 'confirmed', { day: day(-1), slot: 'morning' }),
    ],
  },
  answer_request: {
    'there is no such booking': ['gone', () => reply(randomUUID(), 'cancelled')],
    'it was stored under this id': [
      'added',
      async () => {
        const id = await book();
        const eventId = randomUUID();
        await reply(id, 'cancelled', { eventId });
        await answer(id, 'reopened');
        return reply(id, 'cancelled', { eventId });
      },
    ],
    'the booking is cancelled already': [
      'added',
      async () => {
        const id = await book();
        await answer(id, 'cancelled');
        return reply(id, 'cancelled');
      },
    ],
    'the visit is on the day asked for': [
      'added',
      async () => {
        const id = await confirmed();
        await answer(id, 'confirmed', { day: day(9), slot: 'evening' });
        return reply(id, 'asked', { about: 7, other: 9 });
      },
    ],
    'the same day was asked for last': [
      'added',
      async () => {
        const id = await confirmed();
        await reply(id, 'asked', { about: 7, other: 9 });
        return reply(id, 'asked', { about: 7, other: 9 });
      },
    ],
    'it was given for another visit': [
      'changed',
      async () => reply(await confirmed(), 'cancelled', { about: 8 }),
    ],
    'the offered visit is promised': [
      'added',
      async () => {
        const id = await book();
        const offered = await offer(id, 9);
        await answer(id, 'confirmed', { day: day(9), slot: 'evening' });
        return reply(id, 'accepted', { offered, about: 9, slot: 'evening' });
      },
    ],
    'the offer is gone': [
      'added',
      async () => {
        const id = await book();
        const offered = await offer(id, 9);
        await offer(id, 10);
        return reply(id, 'refused', { offered, about: 9, slot: 'evening' });
      },
    ],
    'the status admits no such answer': [
      'changed',
      async () => {
        const id = await confirmed(0);
        await answer(id, 'completed');
        return reply(id, 'cancelled', { about: 0 });
      },
    ],
    'the day has begun': [
      'too-late',
      async () => reply(await confirmed(0), 'cancelled', { about: 0 }),
    ],
    'the offer does not stand': [
      'changed',
      async () => {
        const id = await book();
        const offered = await offer(id, 9);
        await offer(id, 10);
        return reply(id, 'accepted', { offered, about: 9, slot: 'evening' });
      },
    ],
    'the offered day has begun': [
      'too-late',
      async () => {
        const id = await book();
        const offered = await offer(id, 1);
        await asOwner('alter table public.booking_events disable trigger keep_events');
        await asOwner('update public.booking_events set day = $2 where id = $1', [offered, day(0)]);
        await asOwner('alter table public.booking_events enable trigger keep_events');
        return reply(id, 'accepted', { offered, about: 0, slot: 'evening' });
      },
    ],
  },
  set_booking: {
    'there is no such booking': ['gone', () => set(randomUUID(), null, 'Two cats.')],
    'it was stored under this id': [
      'set',
      async () => {
        const id = await book();
        const eventId = randomUUID();
        await set(id, null, 'Two cats.', { eventId });
        await set(id, 'Two cats.', null);
        return set(id, null, 'Two cats.', { eventId });
      },
    ],
    'the setting has this value': [
      'set',
      async () => {
        const id = await book();
        await set(id, null, 'Two cats.');
        return set(id, 'One dog.', 'Two cats.');
      },
    ],
    'the series has this value': [
      'set',
      async () => {
        const id = await confirmed();
        await answer(id, 'repeated', { day: day(7), slot: 'morning', every: 1 });
        await set(id, null, 'Two cats.', { forSeries: true });
        return set(id, 'One dog.', 'Two cats.', { forSeries: true });
      },
    ],
    'it was set after the expected revision': [
      'changed',
      async () => {
        const id = await book();
        const rev = await revisionOf(id);
        await set(id, null, 'Two cats.');
        return set(id, 'Two cats.', 'One dog.', { rev });
      },
    ],
    'the setting has another value than expected': [
      'changed',
      async () => {
        const id = await book();
        await set(id, null, 'Two cats.');
        return set(id, null, 'One dog.');
      },
    ],
  },
};

describe.each(Object.entries(CONDITIONS))('%s', (name, scenarios) => {
  const definition = async () =>
    (
      await asOwner<{ definition: string }>(
        `select pg_get_functiondef(oid) as definition from pg_proc
         where proname = $1 and pronamespace = 'private'::regnamespace`,
        [name],
      )
    )[0]?.definition ?? '';

  it('has these conditions', async () => {
    const listed = [...(await definition()).matchAll(/\(\d+, '([^']+)', '([^']+)'/g)];
    expect(Object.entries(scenarios).map(([of, [outcome]]) => [of, outcome])).toEqual(
      listed.map(([, of, outcome]) => [of, outcome]),
    );
  });

  it.each(Object.entries(scenarios))('%s', async (condition, [outcome, happen]) => {
    const source = await definition();
    // The outcome of this condition alone is marked.
    await asOwner(source.replace(`'${condition}', '${outcome}'`, `'${condition}', 'this one'`));
    expect((await happen()).outcome).toBe('this one');
    await asOwner(source);
  });
});

describe('a setting', () => {
  it('of people in another order is the same', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const id = await book();
    const assign = (expected: string[], value: string[]) =>
      call<{ outcome: string; value: string[] }>(
        ADMIN,
        `public.set_booking($1, $2, 'crew', $3, $4)`,
        [randomUUID(), id, JSON.stringify(expected), JSON.stringify(value)],
      );
    expect(await assign([], [ann, ben])).toMatchObject({ outcome: 'set', value: [ann, ben] });
    expect(await assign([], [ben, ann])).toMatchObject({ outcome: 'set', value: [ann, ben] });
    expect(await assign([ben, ann], [ann])).toMatchObject({ outcome: 'set', value: [ann] });
    expect(await assign([ann, ben], [ben])).toMatchObject({ outcome: 'changed', value: [ann] });
  });
});
