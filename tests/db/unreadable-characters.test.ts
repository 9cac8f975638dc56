import { beforeAll, expect, it } from 'vitest';
import { readMigrations } from '../../supabase/local/migrate.ts';
import { useDatabase } from '../support/database.ts';

const { asOwner, execute } = useDatabase();

const migration = (name: string) => readMigrations().find((one) => one.name === name)?.sql ?? '';

/** Rows of the time before these characters were refused. */
const OLD_ROWS = String.raw`
  insert into public.careers (id, title, location, type, description, requirements) values
    ('00000000-0000-4000-8000-000000000001', E'Clea\u202ener', 'Paisley', 'Full-time', 'Cleans.', array[E'Care\u0085ful', 'Punctual', E'\u202c']);
  insert into storage.objects (bucket_id, name) values ('resumes', '00000000-0000-4000-8000-000000000002.pdf');
  insert into public.job_applications (id, career_id, name, phone, email, cover_letter, resume_path, resume_url) values
    ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', E'\u2068Ann Baker\u2069', E'\u202a+44 141 555 0100\u202c',
     'ann@example.com', E'\u2066', '00000000-0000-4000-8000-000000000002.pdf', '00000000-0000-4000-8000-000000000002.pdf');
  insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time, notes) values
    (E'A\u202e', '0141 555 0100', 'ann@example.com', E'1 High\u009f Street\nPaisley', 'deep', '2026-12-01', 'morning', E'Ring \u200ftwice');
  insert into public.testimonials (name, rating, quote) values ('Ann', 5, E'Spotless, every time\u0081');
`;

/** The rules as they were, the rows of that time, and then the migration. */
beforeAll(async () => {
  await execute(
    migration('text_rules').replaceAll('create function', 'create or replace function'),
  );
  await execute(OLD_ROWS);
  await execute(migration('unreadable_characters'));
});

it('old texts lose the characters that nobody can see, and nothing else', async () => {
  expect(await asOwner('select title, requirements from public.careers')).toEqual([
    { title: 'Cleaner', requirements: ['Careful', 'Punctual', '\ufffd'] },
  ]);
  expect(await asOwner('select name, phone, cover_letter from public.job_applications')).toEqual([
    { name: 'Ann Baker', phone: '+44 141 555 0100', cover_letter: '\ufffd' },
  ]);
  expect(await asOwner('select address, notes from public.bookings')).toEqual([
    { address: '1 High Street\nPaisley', notes: 'Ring \u200ftwice' },
  ]);
  expect(await asOwner('select quote from public.testimonials')).toEqual([
    { quote: 'Spotless, every time' },
  ]);
});

it('an old text that would become too short shows that a character could not be read', async () => {
  expect(await asOwner('select name from public.bookings')).toEqual([{ name: 'A\ufffd' }]);
});

it('old rows pass their checks again, as an update or the restoring of a dump asks them to', async () => {
  await execute(`
    create temp table dump as select * from public.bookings;
    delete from public.bookings;
    delete from public.deleted_rows;
    insert into public.bookings select * from dump;
    delete from public.careers;
  `);
  expect(await asOwner('select career_id from public.job_applications')).toEqual([
    { career_id: null },
  ]);
});
