import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { crewOf } from '../support/crew.ts';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';

const database = useDatabase();
const { as, asOwner } = database;
const crew = crewOf(database);
const { call, dayIn, answer, addPerson, deviceOf, jobFor, jobOf, report } = crew;

beforeEach(async () => {
  await asOwner('delete from private.crew_pushes');
  await crew.setToday('2026-12-01');
});

const subscription = () => ({
  id: randomUUID(),
  endpoint: `https://fcm.googleapis.com/send/${randomUUID()}`,
  p256dh: PUSH_KEY,
  auth: 'a'.repeat(22),
});
const notify = (key: string, { id, endpoint, p256dh, auth } = subscription()) =>
  call<boolean>(ANON, 'public.crew_notify($1, $2, $3, $4, $5)', [key, id, endpoint, p256dh, auth]);
const targetsOf = (person: string) => call(SERVICE, 'public.crew_targets($1)', [person]);
const listNew = () => call<string[]>(SERVICE, 'public.new_crew_pushes()');
const claim = (id: string) =>
  call<{ crew_id: string | null; record: object | null; sequence: number } | null>(
    SERVICE,
    'public.claim_crew_push($1)',
    [id],
  );
const finish = (id: string, isDone: boolean) =>
  as(SERVICE, (query) => query('select public.finish_crew_push($1, $2)', [id, isDone]));
const due = () =>
  call<{ type: string; data: { id: string } }[]>(SERVICE, 'public.due_alerts(50)').then((all) =>
    all.filter(({ type }) => type === 'crew').map(({ data }) => data.id),
  );

/** A person who wants notifications. */
async function subscriber(name?: string) {
  const person = await addPerson(name);
  const key = await deviceOf(person);
  await notify(key);
  return { person, key };
}
/** The people whose notification is new since the last call. */
async function concerned() {
  const ids = await listNew();
  await asOwner('delete from private.crew_pushes');
  return new Set(ids);
}
const NOBODY = new Set();

describe('a device of the crew', () => {
  it('is listed with its subscription, the last one alone, and ends with its key', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const [former, present] = [subscription(), subscription()];
    expect(await notify(key, former)).toBe(true);
    expect(await notify(key, present)).toBe(true);
    expect(await targetsOf(ann)).toEqual([present]);
    expect(await notify(crew.newKey())).toBe(false);
    await asOwner('delete from private.crew_devices where crew_id = $1', [ann]);
    expect(await targetsOf(ann)).toEqual([]);
  });

  it.each([
    { endpoint: 'https://example.com/1' },
    { p256dh: PUSH_KEY.slice(1) },
    { auth: 'short' },
  ])('is refused with %o', async (wrong) => {
    const key = await deviceOf(await addPerson());
    await expect(notify(key, { ...subscription(), ...wrong })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('stays the same when the browser replaces its subscription, and is forgotten once it has ended', async () => {
    const ann = await addPerson();
    const [old, next] = [subscription(), subscription()];
    await notify(await deviceOf(ann), old);
    const renew = (auth: string) =>
      call<boolean>(ANON, 'public.renew_push_device($1, $2, $3, $4, $5, $6)', [
        ...[old.id, auth, next.id, next.endpoint, next.p256dh, next.auth],
      ]);
    expect(await renew('b'.repeat(22))).toBe(false);
    expect(await renew(old.auth)).toBe(true);
    expect(await targetsOf(ann)).toEqual([next]);
    await as(SERVICE, (query) => query('select public.remove_crew_subscriptions($1)', [[next.id]]));
    expect(await targetsOf(ann)).toEqual([]);
  });

  it.each([
    ['public.crew_targets($1)', [randomUUID()]],
    ['public.new_crew_pushes()', []],
    ['public.claim_crew_push($1)', [randomUUID()]],
    ['public.remove_crew_subscriptions($1)', [[randomUUID()]]],
  ])('is for the server’s key alone: %s', async (sql, params) => {
    for (const caller of [ANON, USER, ADMIN])
      await expect(call(caller, sql, params)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a person is notified', () => {
  it('who gets or loses a job of today or tomorrow, and no colleague', async () => {
    const [ann, ben] = [await subscriber(), await subscriber('Ben Craig')];
    const id = await jobFor([ann.person]);
    expect(await concerned()).toEqual(new Set([ann.person]));
    await answer(id, 'assigned', { crew: [ann.person, ben.person] });
    expect(await concerned()).toEqual(new Set([ben.person]));
    await answer(id, 'assigned', { crew: [ben.person] });
    expect(await concerned()).toEqual(new Set([ann.person]));
  });

  it('whose job is moved into or out of the two days, cancelled or deleted', async () => {
    const { person } = await subscriber();
    const id = await jobFor([person], 5);
    expect(await concerned()).toEqual(NOBODY);
    for (const [days, slot] of [
      [1, 'morning'],
      [1, 'evening'],
      [5, 'morning'],
    ] as const) {
      await answer(id, 'confirmed', { day: await dayIn(days), slot });
      expect(await concerned()).toEqual(new Set([person]));
    }
    const cancelled = await jobFor([person]);
    await concerned();
    await answer(cancelled, 'cancelled', { message: 'We are ill.' });
    expect(await concerned()).toEqual(new Set([person]));
    const deleted = await jobFor([person]);
    await concerned();
    await call(ADMIN, 'public.delete_rows($1, $2)', ['bookings', [deleted]]);
    expect(await concerned()).toEqual(new Set([person]));
  });

  it('whose instructions or way in change, and of nothing else', async () => {
    const { person, key } = await subscriber();
    const id = await jobFor([person]);
    await concerned();
    await answer(id, 'instructed', { message: 'Ring twice.' });
    expect(await concerned()).toEqual(new Set([person]));
    await answer(id, 'entrusted', { message: 'Code 1234' });
    expect(await concerned()).toEqual(new Set([person]));
    await report(key, await jobOf(id), 'done');
    await answer(id, 'offered', { day: await dayIn(3), slot: 'morning', message: 'Then?' });
    await answer(id, 'completed');
    expect(await concerned()).toEqual(NOBODY);
  });

  it('only if a device asked for it', async () => {
    const ann = await addPerson();
    await deviceOf(ann);
    await jobFor([ann]);
    expect(await concerned()).toEqual(NOBODY);
  });

  it('once for several changes, and again for one that comes while it is sent', async () => {
    const { person } = await subscriber();
    await jobFor([person]);
    await jobFor([person], 1);
    expect(await listNew()).toEqual([person]);
    expect(await claim(person)).toMatchObject({ crew_id: person, record: null });
    expect(await claim(person)).toBeNull();
    expect(await listNew()).toEqual([]);
    await jobFor([person]);
    await finish(person, true);
    expect(await listNew()).toEqual([person]);
    await claim(person);
    await finish(person, true);
    expect([await listNew(), await due(), await claim(person)]).toEqual([[], [], null]);
  });

  it('later, if no push service took it, for a day', async () => {
    const { person } = await subscriber();
    await jobFor([person]);
    await claim(person);
    await finish(person, false);
    expect([await listNew(), await due()]).toEqual([[], []]);
    await asOwner(`update private.crew_pushes set claimed_at = now() - interval '5 minutes'`);
    expect(await due()).toEqual([person]);
    expect(await claim(person)).not.toBeNull();
    await finish(person, false);
    await asOwner(
      `update private.crew_pushes set claimed_at = now() - interval '1 day', created_at = now() - interval '1 day'`,
    );
    expect([await due(), await claim(person)]).toEqual([[], null]);
    await asOwner('select private.forget_addresses()');
    expect(await asOwner('select id from private.crew_pushes')).toEqual([]);
  });
});

describe('the office is notified', () => {
  it('of a report that nobody could get in, once, with the booking’s day', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    const eventId = randomUUID();
    for (let n = 0; n < 2; n++) await report(key, await jobOf(id), 'locked-out', { eventId });
    expect(await listNew()).toEqual([]);
    expect(await due()).toEqual([eventId]);
    expect(await claim(eventId)).toEqual({
      crew_id: null,
      record: { id, preferred_date: '2026-12-01', preferred_time: 'morning' },
      sequence: expect.any(Number) as number,
    });
    await finish(eventId, true);
    expect([await due(), await claim(eventId)]).toEqual([[], null]);
  });

  it('of no other report, and of none whose booking is erased', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    const [done, erased] = [randomUUID(), randomUUID()];
    await report(key, await jobOf(id), 'done', { eventId: done });
    await report(key, await jobOf(id), 'locked-out', { eventId: erased });
    await asOwner('delete from public.bookings where id = $1', [id]);
    expect(await due()).toEqual([]);
    for (const each of [done, erased, randomUUID()]) expect(await claim(each)).toBeNull();
  });
});
