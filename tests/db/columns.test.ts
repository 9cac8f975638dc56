import { expect, it } from 'vitest';
import { ADMIN, ANON, USER, useDatabase } from '../support/database.ts';
import { aBooking, rowFor, type Table } from '../support/records.ts';

const { asOwner, insertAs } = useDatabase();

const SERVERS_OWN: [Table, object][] = [
  ['bookings', { status: 'confirmed' }],
  ['bookings', { created_at: '2020-01-01' }],
  ['bookings', { rev: 1 }],
  ['bookings', { by_office: true }],
  ['bookings', { crew: [] }],
  ['bookings', { access: 'Code 1234' }],
  ['bookings', { job: '00000000-0000-4000-8000-000000000000' }],
  ['job_applications', { created_at: '2020-01-01' }],
  ['job_applications', { rev: 1 }],
  ['contact_messages', { created_at: '2020-01-01' }],
  ['contact_messages', { rev: 1 }],
  ['careers', { created_at: '2020-01-01' }],
  ['careers', { rev: 1 }],
  ['crew', { created_at: '2020-01-01' }],
  ['crew', { rev: 1 }],
  ['gallery_images', { created_at: '2020-01-01' }],
  ['gallery_images', { rev: 1 }],
  ['testimonials', { created_at: '2020-01-01' }],
  ['testimonials', { rev: 1 }],
];

it.each(SERVERS_OWN)(
  'a row for %s that sets %o is refused, even from an administrator',
  async (table, column) => {
    const row = { ...(await rowFor[table](asOwner, ADMIN.userId)), ...column };
    await expect(insertAs(ADMIN, `public.${table}`, row)).rejects.toMatchObject({ code: '42501' });
  },
);

it('a new booking is pending and dated by the server', async () => {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  const [row] = await asOwner(
    `select status, created_at > now() - interval '1 minute' as recent from public.bookings where id = $1`,
    [booking.id],
  );
  expect(row).toEqual({ status: 'pending', recent: true });
});

it.each([
  ['a visitor', ANON, false],
  ['a user without a role', USER, false],
  ['an administrator', ADMIN, true],
] as const)('a booking that %s adds says whether the office did', async (_, caller, byOffice) => {
  const booking = aBooking();
  await insertAs(caller, 'public.bookings', booking);
  const [row] = await asOwner('select by_office from public.bookings where id = $1', [booking.id]);
  expect(row).toEqual({ by_office: byOffice });
});

it('texts are stored trimmed, and empty optional ones as null', async () => {
  const booking = aBooking({ name: '\u00a0 Ann Baker\t', notes: ' \n\u3000' });
  await insertAs(ANON, 'public.bookings', booking);
  const [row] = await asOwner('select name, notes from public.bookings where id = $1', [
    booking.id,
  ]);
  expect(row).toEqual({ name: 'Ann Baker', notes: null });
});

it.each([
  'bookings',
  'job_applications',
  'contact_messages',
  'careers',
  'gallery_images',
  'testimonials',
  'alerts',
])('the newest rows and the latest revisions of %s are found through an index', async (table) => {
  const indexes = await asOwner<{ columns: string }>(
    `select substring(indexdef from '\\((.*)\\)$') as columns from pg_indexes where schemaname = 'public' and tablename = $1`,
    [table],
  );
  expect(indexes.map((index) => index.columns)).toEqual(
    expect.arrayContaining(['created_at DESC, id', 'rev']),
  );
});
