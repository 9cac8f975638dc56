import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase } from '../support/database.ts';
import { aBooking, aMessage, anApplication } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const call = (sql: string, params: unknown[] = []) =>
  as(
    SERVICE,
    async (query) =>
      (await query<{ answer: unknown }>(`select ${sql} as answer`, params))[0]?.answer,
  );
const set = (target: string, months: number | null) =>
  call('public.set_retention($1, $2)', [target, months]);
const remove = (atMost = 100) => call('public.remove_expired($1)', [atMost]);
const due = async () =>
  Object.fromEntries(
    ((await call('public.retention()')) as { target: string; due: number }[]).map((rule) => [
      rule.target,
      rule.due,
    ]),
  );
const ids = async (table: string) =>
  (await asOwner<{ id: string }>(`select id from public.${table}`)).map(({ id }) => id);

/** Stores a booking of this age, for the day of its creation unless another is given. */
async function storeBooking(age: string, day?: string) {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  await asOwner(
    'update public.bookings set created_at = now() - $2::interval, preferred_date = coalesce($3::date, (now() - $2::interval)::date) where id = $1',
    [booking.id, age, day ?? null],
  );
  return booking.id;
}
async function storeMessage(age: string) {
  const message = aMessage();
  await insertAs(ANON, 'public.contact_messages', message);
  await asOwner(
    'update public.contact_messages set created_at = now() - $2::interval where id = $1',
    [message.id, age],
  );
  return message.id;
}
async function storeApplication(age: string) {
  const application = await anApplication(asOwner);
  await insertAs(ANON, 'public.job_applications', application);
  await asOwner(
    'update public.job_applications set created_at = now() - $2::interval where id = $1',
    [application.id, age],
  );
  return application;
}

beforeEach(async () => {
  await asOwner('update private.retention set months = null');
  for (const table of ['bookings', 'contact_messages', 'job_applications'])
    await asOwner(`delete from public.${table}`);
});

describe('without a period', () => {
  it('nothing is ever due, however old', async () => {
    await storeBooking('5 years');
    await storeMessage('30 years');
    expect(await due()).toEqual({ bookings: 0, contact_messages: 0, job_applications: 0 });
    expect(await remove()).toMatchObject({ bookings: 0, contact_messages: 0, job_applications: 0 });
    expect(await ids('bookings')).toHaveLength(1);
  });
});

describe('with a period', () => {
  it('older rows are due and deleted with their alerts; other tables and younger rows stay', async () => {
    const [, young, booking] = [
      await storeMessage('12 months 1 day'),
      await storeMessage('11 months'),
      await storeBooking('3 years'),
    ];
    await set('contact_messages', 12);
    expect(await due()).toEqual({ bookings: 0, contact_messages: 1, job_applications: 0 });
    expect(await remove()).toEqual({
      bookings: 0,
      contact_messages: 1,
      job_applications: 0,
      files: [],
      pictures: [],
    });
    expect(await ids('contact_messages')).toEqual([young]);
    expect(
      (await asOwner<{ record_id: string }>('select record_id from public.alerts'))
        .map((alert) => alert.record_id)
        .sort(),
    ).toEqual([young, booking].sort());
  });

  it('a booking made long ago for a future day is kept', async () => {
    const [coming, past] = [
      await storeBooking('13 months', '2099-01-01'),
      await storeBooking('13 months'),
    ];
    await set('bookings', 12);
    expect(await remove()).toMatchObject({ bookings: 1 });
    expect(await ids('bookings')).toEqual([coming]);
    expect(await ids('bookings')).not.toContain(past);
  });

  it('each deletion of due rows notes its time', async () => {
    const lastRuns = async () =>
      ((await call('public.retention()')) as { last_run: string | null }[]).map(
        ({ last_run }) => last_run,
      );
    await asOwner('update private.retention set last_run = null');
    await due();
    expect(await lastRuns()).toEqual([null, null, null]);
    await remove();
    for (const time of await lastRuns())
      expect(Date.now() - Date.parse(String(time))).toBeLessThan(60_000);
  });

  it('the résumés of deleted applications are returned', async () => {
    const { resume_path } = await storeApplication('7 months');
    await storeApplication('5 months');
    await set('job_applications', 6);
    expect(await remove()).toMatchObject({ job_applications: 1, files: [resume_path] });
  });

  it('at most the requested number is deleted at a time', async () => {
    for (let n = 0; n < 3; n++) await storeMessage('2 months');
    await set('contact_messages', 1);
    expect([await remove(2), await remove(2), await remove(2)]).toMatchObject([
      { contact_messages: 2 },
      { contact_messages: 1 },
      { contact_messages: 0 },
    ]);
  });

  it.each([0, 601])('%s months are refused', async (months) => {
    await expect(set('bookings', months)).rejects.toMatchObject({ code: '23514' });
  });
});

it.each([ANON, USER, ADMIN])('the functions are closed to %o', async (caller) => {
  for (const sql of [
    'public.retention()',
    `public.set_retention('bookings', 1)`,
    'public.remove_expired(1)',
    '(select months from private.retention limit 1)',
  ]) {
    await expect(as(caller, (query) => query(`select ${sql}`))).rejects.toMatchObject({
      code: '42501',
    });
  }
});
