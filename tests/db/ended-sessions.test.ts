import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { aBooking, rowFor, storeFile } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

/** Devices take it for an expired token: they sign out, and keep what waits. */
const ENDED = { code: 'PT401', message: expect.stringMatching(/^Invalid JWT/) as string };
const OTHER_USERS = randomUUID();

const signIn = async () => {
  const sessionId = randomUUID();
  await asOwner('insert into auth.sessions (id, user_id) values ($1, $2)', [
    sessionId,
    ADMIN.userId,
  ]);
  return { ...ADMIN, sessionId };
};
const run = (caller: Caller, sql: string) => as(caller, (query) => query(sql));

/** Every right of an administrator: reads and changes of tables, functions and files. */
const RIGHTS: [string, string][] = [
  ...['bookings', 'job_applications', 'contact_messages', 'alerts', 'deleted_rows', 'flood_alarms']
    .concat('browser_errors', 'push_devices')
    .map((table): [string, string] => [`reads ${table}`, `select count(*) from public.${table}`]),
  ...['bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images']
    .concat('testimonials', 'push_devices')
    .map((table): [string, string] => [`deletes ${table}`, `delete from public.${table}`]),
  [
    'adds a posting',
    `insert into public.careers (title, location, type, description) values ('Cleaner', 'Paisley', 'Full-time', 'Cleans.')`,
  ],
  ['reads the changes', 'select public.changes(0, 10)'],
  ['reads a first copy', `select public.first_copy('bookings', '2027-01-01', null, null, 10)`],
  ['deletes rows', `select public.delete_rows('bookings', array[gen_random_uuid()])`],
  ['withdraws rows', `select public.withdraw('careers', array[gen_random_uuid()])`],
  ['releases an alert', `select public.release_alert('booking', gen_random_uuid())`],
  ['is told the role', `select public.has_role('${ADMIN.userId}', 'admin')`],
  ['reads files', `select name from storage.objects where bucket_id = 'resumes'`],
  ['deletes files', `delete from storage.objects where bucket_id = 'resumes'`],
];

async function fill() {
  for (const table of ['bookings', 'job_applications', 'contact_messages'] as const)
    await insertAs(ADMIN, `public.${table}`, await rowFor[table](asOwner, ADMIN.userId));
  for (const table of ['careers', 'gallery_images', 'testimonials'] as const)
    await insertAs(ADMIN, `public.${table}`, await rowFor[table](asOwner, ADMIN.userId));
  const gone = aBooking();
  await insertAs(ADMIN, 'public.bookings', gone);
  await asOwner('delete from public.bookings where id = $1', [gone.id]);
  await asOwner(`insert into public.flood_alarms (target, submissions) values ('bookings', 101)`);
  await asOwner(
    `insert into public.browser_errors (release, hash, kind, place, times) values ('shell-1', '0123456789abcdef', 'Error', 'page', 1)`,
  );
  await insertAs(ADMIN, 'public.push_devices', {
    id: randomUUID(),
    endpoint: 'https://fcm.googleapis.com/send/1',
    p256dh: PUSH_KEY,
    auth: 'a'.repeat(22),
    name: 'Chrome on Android',
  });
}

beforeAll(async () => {
  await fill();
  await asOwner(`insert into auth.users (id, email) values ($1, 'other@example.com')`, [
    OTHER_USERS,
  ]);
  await asOwner('insert into auth.sessions (id, user_id) values ($1, $1)', [OTHER_USERS]);
});

describe('a token whose session has ended', () => {
  it.each(RIGHTS)('no longer %s', async (_, sql) => {
    const caller = await signIn();
    await asOwner('delete from auth.sessions where id = $1', [caller.sessionId]);
    await expect(run(caller, sql)).rejects.toMatchObject(ENDED);
  });

  it('adds no picture to the bucket', async () => {
    const caller = { ...ADMIN, sessionId: randomUUID() };
    const upload = as(caller, (query) =>
      storeFile(query, 'gallery', `Residential/${'a'.repeat(32)}.webp`),
    );
    await expect(upload).rejects.toMatchObject(ENDED);
  });

  it('still sends a booking, as everybody does', async () => {
    const caller = { ...ADMIN, sessionId: randomUUID() };
    await expect(insertAs(caller, 'public.bookings', aBooking())).resolves.toBeUndefined();
  });

  it('does not end the rights of the user’s other sessions', async () => {
    const [ended, other] = [await signIn(), await signIn()];
    await asOwner('delete from auth.sessions where id = $1', [ended.sessionId]);
    await expect(run(ended, 'select public.changes(0, 10)')).rejects.toMatchObject(ENDED);
    expect(await run(other, 'select public.changes(0, 10)')).toHaveLength(1);
  });
});

describe('no right has a token', () => {
  it.each([
    ['without a session', null],
    ['with another user’s session', OTHER_USERS],
    ['with an unknown session', randomUUID()],
  ])('%s', async (_, sessionId) => {
    const caller = { ...ADMIN, sessionId };
    await expect(run(caller, 'select public.changes(0, 10)')).rejects.toMatchObject(ENDED);
    await expect(run(caller, 'select count(*) from public.bookings')).rejects.toMatchObject(ENDED);
  });
});

/** Gives the administrator a second factor for the time of `work`. */
async function withFactor<T>(status: 'verified' | 'unverified', work: () => Promise<T>) {
  await asOwner(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $1, 'totp', $2, now(), now())`,
    [ADMIN.userId, status],
  );
  return work().finally(() => asOwner('delete from auth.mfa_factors'));
}

/** Devices ask for the code, and keep what waits. */
const NO_CODE = { code: 'PT401', message: 'Invalid JWT: insufficient_aal.' };

describe('where the user has a second factor, a token without its code', () => {
  it.each(RIGHTS)('no longer %s', async (_, sql) => {
    const refusal = withFactor('verified', () => run({ ...ADMIN, aal: 'aal1' }, sql));
    await expect(refusal).rejects.toMatchObject(NO_CODE);
  });

  it('adds no picture to the bucket', async () => {
    const upload = withFactor('verified', () =>
      as({ ...ADMIN, aal: 'aal1' }, (query) =>
        storeFile(query, 'gallery', `Residential/${'a'.repeat(32)}.webp`),
      ),
    );
    await expect(upload).rejects.toMatchObject(NO_CODE);
  });

  it('of a project that writes no such claim, is refused too', async () => {
    const refusal = withFactor('verified', () => run(ADMIN, 'select public.changes(0, 10)'));
    await expect(refusal).rejects.toMatchObject(NO_CODE);
  });

  it('sends a booking as everybody does: not as the office', async () => {
    const booking = aBooking();
    await withFactor('verified', () =>
      insertAs({ ...ADMIN, aal: 'aal1' }, 'public.bookings', booking),
    );
    expect(
      await asOwner('select by_office from public.bookings where id = $1', [booking.id]),
    ).toEqual([{ by_office: false }]);
  });
});

it.each(RIGHTS)('with the code of the second factor, a token %s', async (_, sql) => {
  const result = withFactor('verified', () => run({ ...ADMIN, aal: 'aal2' }, sql));
  await expect(result).resolves.toBeInstanceOf(Array);
});

it('a factor that was never verified changes nothing', async () => {
  const result = withFactor('unverified', () =>
    run({ ...ADMIN, aal: 'aal1' }, 'select public.changes(0, 10)'),
  );
  await expect(result).resolves.toHaveLength(1);
});

it('the list of administrators tells which have a second factor', async () => {
  const list = () => as(SERVICE, (query) => query('select public.administrators() as listed'));
  const one = { id: ADMIN.userId, email: 'admin@example.com' };
  expect(await list()).toEqual([{ listed: [{ ...one, has_factor: false }] }]);
  expect(await withFactor('unverified', list)).toEqual([
    { listed: [{ ...one, has_factor: false }] },
  ]);
  expect(await withFactor('verified', list)).toEqual([{ listed: [{ ...one, has_factor: true }] }]);
});

it('after the role is revoked the answer is no, and the user’s devices get no notification', async () => {
  const caller = await signIn();
  await as(SERVICE, (query) =>
    query(`select public.set_administrator('admin@example.com', false)`),
  );
  expect(
    await run(caller, `select public.has_role('${ADMIN.userId}', 'admin') as is_admin`),
  ).toEqual([{ is_admin: false }]);
  await expect(run(caller, 'select public.changes(0, 10)')).rejects.toMatchObject({
    code: '42501',
  });
  expect(await asOwner('select from public.push_devices')).toEqual([]);
});
