import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aBooking } from '../support/records.ts';
import { APPLICATION } from '../support/values.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, query } = useServer();

describe('a visitor’s booking', () => {
  test('is answered 201', async () => {
    const { status, error } = await visitor().from('bookings').insert(aBooking());
    expect([status, error]).toEqual([201, null]);
  });

  test('is answered 409 with 23505 and the primary key when the row is already stored', async () => {
    const booking = aBooking();
    await visitor().from('bookings').insert(booking);
    const { status, error } = await visitor().from('bookings').insert(booking);
    expect(status).toBe(409);
    expect(error?.code).toBe('23505');
    expect(error?.message).toContain('"bookings_pkey"');
  });

  test.each([
    ['a name that is too short', { name: 'A' }, '23514'],
    ['an id that is no UUID', { id: 'zz' }, '22P02'],
    ['a day that does not exist', { preferred_date: '2027-02-31' }, '22008'],
    ['a day that is no date', { preferred_date: 'soon' }, '22007'],
    ['a day that is a number', { preferred_date: Number.MAX_SAFE_INTEGER }, '22P02'],
    ['no address', { address: null }, '23502'],
    ['a column that does not exist', { colour: 'red' }, 'PGRST204'],
  ])('is told 400 for %s', async (_, changes, code) => {
    const { status, error } = await visitor()
      .from('bookings')
      .insert(aBooking(changes) as never);
    expect([status, error?.code]).toEqual([400, code]);
  });

  test.each(['status', 'created_at', 'rev'])(
    'is answered 401 with 42501 for setting %s',
    async (column) => {
      const { status, error } = await visitor()
        .from('bookings')
        .insert(aBooking({ [column]: null }) as never);
      expect([status, error?.code]).toEqual([401, '42501']);
    },
  );

  test('cannot read it back', async () => {
    const { status, error } = await visitor().from('bookings').select('*');
    expect([status, error?.code]).toEqual([401, '42501']);
  });
});

describe('an application', () => {
  const application = (id: string, career_id: string) => ({
    id,
    career_id,
    ...APPLICATION,
    resume_path: `${id}.pdf`,
    resume_url: `${id}.pdf`,
  });

  test('for a deleted position is answered 409 with 23503 and the constraint', async () => {
    const { status, error } = await visitor()
      .from('job_applications')
      .insert(application(randomUUID(), randomUUID()));
    expect([status, error?.code]).toEqual([409, '23503']);
    expect(error?.message).toContain('"job_applications_career_id_fkey"');
  });

  test('without its stored file is answered 409 with 23503 and the constraint', async () => {
    const [career] = await query<{ id: string }>('select id from careers limit 1');
    const { status, error } = await visitor()
      .from('job_applications')
      .insert(application(randomUUID(), String(career?.id)));
    expect([status, error?.code]).toEqual([409, '23503']);
    expect(error?.message).toContain('"job_applications_resume_path_fkey"');
  });
});

describe('concurrent requests', () => {
  test('keep their own permissions and outcomes', async () => {
    const admin = await administrator();
    const good = Array.from({ length: 12 }, () => aBooking());
    const answers = await Promise.all(
      good.flatMap((booking) => [
        visitor().from('bookings').insert(booking),
        visitor()
          .from('bookings')
          .insert(aBooking({ name: 'A' })),
        visitor().from('bookings').select('*'),
        admin.from('bookings').select('*', { count: 'exact', head: true }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(good.flatMap(() => [201, 400, 401, 200]));
    const { count } = await admin
      .from('bookings')
      .select('id', { count: 'exact', head: true })
      .in(
        'id',
        good.map(({ id }) => id),
      );
    expect(count).toBe(good.length);
  });
});
