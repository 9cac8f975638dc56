import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, useDatabase, type Caller } from '../support/database.ts';
import {
  aBooking,
  anApplication,
  createPosition,
  removeFile,
  rowFor,
  storeFile,
  type Table,
} from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

/**
 * The error that tells a device that its record has arrived; the API passes on only code and
 * message.
 */
const alreadyThere = (table: string) => ({
  code: '23505',
  constraint: `${table}_pkey`,
  message: `duplicate key value violates unique constraint "${table}_pkey"`,
});
const violates = (constraint: string) => ({
  code: '23503',
  constraint,
  message: `insert or update on table "job_applications" violates foreign key constraint "${constraint}"`,
});

const apply = (row: object) => insertAs(ANON, 'public.job_applications', row);
const remove = (table: string, id: string) =>
  as(ADMIN, (query) => query(`delete from public.${table} where id = $1`, [id]));

const SENT_BY: [Table, Caller][] = [
  ['bookings', ANON],
  ['job_applications', ANON],
  ['contact_messages', ANON],
  ['careers', ADMIN],
  ['crew', ADMIN],
  ['gallery_images', ADMIN],
  ['testimonials', ADMIN],
];

describe.each(SENT_BY)('%s', (table, caller) => {
  const aRow = async () => ({ id: randomUUID(), ...(await rowFor[table](asOwner, caller.userId)) });

  it('are stored once, however often they are sent', async () => {
    const row = await aRow();
    await insertAs(caller, `public.${table}`, row);
    await expect(insertAs(caller, `public.${table}`, row)).rejects.toMatchObject(
      alreadyThere(table),
    );
    expect(await asOwner(`select from public.${table} where id = $1`, [row.id])).toHaveLength(1);
  });

  it('never restore a deleted record', async () => {
    const row = await aRow();
    await insertAs(caller, `public.${table}`, row);
    await remove(table, row.id);
    await expect(insertAs(caller, `public.${table}`, row)).rejects.toMatchObject(
      alreadyThere(table),
    );
    expect(await asOwner(`select from public.${table} where id = $1`, [row.id])).toEqual([]);
  });

  it('have no other unique key', async () => {
    const unique = await asOwner<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where indisunique and indrelid = $1::regclass',
      [`public.${table}`],
    );
    expect(unique).toEqual([{ name: `${table}_pkey` }]);
  });
});

it('an id deleted from one table may be used in another', async () => {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  await remove('bookings', booking.id);
  const application = await anApplication(asOwner);
  await storeFile(asOwner, 'resumes', `${booking.id}.pdf`);
  const path = `${booking.id}.pdf`;
  await expect(
    apply({ ...application, id: booking.id, resume_path: path, resume_url: path }),
  ).resolves.toBeUndefined();
});

describe('an application', () => {
  it('for a deleted position is refused for the position', async () => {
    const row = await anApplication(asOwner, { career_id: randomUUID() });
    await expect(apply(row)).rejects.toMatchObject(violates('job_applications_career_id_fkey'));
  });

  it('without its file is refused for the file', async () => {
    const row = await anApplication(asOwner);
    await removeFile(as, row.resume_path);
    await expect(apply(row)).rejects.toMatchObject(violates('job_applications_resume_path_fkey'));
  });

  it('does not accept a file of that name in another bucket', async () => {
    const row = await anApplication(asOwner);
    await asOwner(`update storage.objects set bucket_id = 'gallery' where name = $1`, [
      row.resume_path,
    ]);
    await expect(apply(row)).rejects.toMatchObject(violates('job_applications_resume_path_fkey'));
  });

  it('without a position is refused', async () => {
    const row = await anApplication(asOwner, { career_id: null });
    await expect(apply(row)).rejects.toMatchObject({ code: '23502', column: 'career_id' });
  });

  it('stays when its position is deleted, and a replay is still recognised', async () => {
    const career_id = await createPosition(asOwner);
    const row = await anApplication(asOwner, { career_id });
    await apply(row);
    await remove('careers', career_id);
    expect(
      await asOwner('select career_id from public.job_applications where id = $1', [row.id]),
    ).toEqual([{ career_id: null }]);
    await expect(apply(row)).rejects.toMatchObject(alreadyThere('job_applications'));
  });

  it('deleted together with its position and file is still recognised', async () => {
    const career_id = await createPosition(asOwner);
    const row = await anApplication(asOwner, { career_id });
    await apply(row);
    await removeFile(as, row.resume_path);
    await remove('job_applications', row.id);
    await remove('careers', career_id);
    await expect(apply(row)).rejects.toMatchObject(alreadyThere('job_applications'));
  });

  it("can't claim a file with another id", async () => {
    const other = await anApplication(asOwner);
    const row = await anApplication(asOwner, {
      resume_path: other.resume_path,
      resume_url: other.resume_path,
    });
    await expect(apply(row)).rejects.toMatchObject({ code: '23514' });
  });

  it.each(['exe', 'pdf.html', ''])("can't have a file ending in '%s'", async (extension) => {
    const id = randomUUID();
    const path = `${id}.${extension}`;
    await storeFile(asOwner, 'resumes', path);
    await expect(
      apply({ ...(await anApplication(asOwner)), id, resume_path: path, resume_url: path }),
    ).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('accepts only the path as its file’s address', async () => {
    const row = await anApplication(asOwner);
    await expect(
      apply({ ...row, resume_url: 'https://elsewhere.example.com/cv.pdf' }),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
