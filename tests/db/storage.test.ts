import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { JOB_PICTURE_DAYS } from '../../src/core/domain/limits.ts';
import { crewOf } from '../support/crew.ts';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { removeFile, storeFile } from '../support/records.ts';

const database = useDatabase();
const { as, asOwner, execute } = database;
const DENIED = { code: '42501' };

const upload = (
  caller: Caller,
  bucket: string,
  name: string,
  how?: Parameters<typeof storeFile>[3],
) => as(caller, (query) => storeFile(query, bucket, name, how));
const filesSeenBy = (caller: Caller, bucket: string) =>
  as(caller, (query) => query('select name from storage.objects where bucket_id = $1', [bucket]));
const random = () => randomUUID();

describe('the bucket', () => {
  const DOCUMENTS = [
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ];
  const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

  it.each([
    ['resumes', false, 10 * 1024 * 1024, DOCUMENTS],
    ['gallery', true, 10 * 1024 * 1024, PICTURES],
    ['testimonials', true, 1024 * 1024, PICTURES],
    ['jobs', false, 10 * 1024 * 1024, PICTURES],
  ])('%s has its visibility, its size and its types', async (id, isPublic, size, types) => {
    const [bucket] = await asOwner('select * from storage.buckets where id = $1', [id]);
    expect(bucket).toMatchObject({
      public: isPublic,
      file_size_limit: size,
      allowed_mime_types: types,
    });
  });

  it.each([ANON, USER, ADMIN])('list is closed to %o', async (caller) => {
    expect(await as(caller, (query) => query('select * from storage.buckets'))).toEqual([]);
    await expect(
      as(caller, (query) =>
        query(`insert into storage.buckets (id, name) values ('other', 'other')`),
      ),
    ).rejects.toMatchObject(DENIED);
  });
});

describe('résumés', () => {
  it.each([ANON, USER, ADMIN])('may be added by %o', async (caller) => {
    for (const extension of ['pdf', 'doc', 'docx']) {
      await expect(upload(caller, 'resumes', `${random()}.${extension}`)).resolves.toBeUndefined();
    }
  });

  it.each([
    'cv.pdf',
    `${random()}.exe`,
    `${random()}.pdf.exe`,
    `folder/${random()}.pdf`,
    `${random().toUpperCase()}.pdf`,
    random(),
  ])('need a minted name, unlike %s', async (name) => {
    await expect(upload(ANON, 'resumes', name)).rejects.toMatchObject(DENIED);
  });

  it.each([ANON, USER, ADMIN])('are never overwritten by %o', async (caller) => {
    const name = `${random()}.pdf`;
    await upload(ANON, 'resumes', name);
    await expect(upload(caller, 'resumes', name)).rejects.toMatchObject({ code: '23505' });
    const overwrite = `insert into storage.objects (bucket_id, name) values ('resumes', $1)
      on conflict (bucket_id, name) do update set metadata = '{}'`;
    await expect(as(caller, (query) => query(overwrite, [name]))).rejects.toMatchObject(DENIED);
    await as(caller, (query) => query(`update storage.objects set metadata = '{"changed": true}'`));
    expect(await asOwner(`select from storage.objects where metadata ? 'changed'`)).toEqual([]);
  });

  it('are seen and deleted by administrators only', async () => {
    const name = `${random()}.pdf`;
    await upload(ANON, 'resumes', name);
    for (const caller of [ANON, USER]) {
      expect(await filesSeenBy(caller, 'resumes')).toEqual([]);
      await as(caller, (query) => query('delete from storage.objects where name = $1', [name]));
    }
    expect(await filesSeenBy(ADMIN, 'resumes')).toContainEqual({ name });
    await as(ADMIN, (query) => query('delete from storage.objects where name = $1', [name]));
    expect(await filesSeenBy(ADMIN, 'resumes')).not.toContainEqual({ name });
  });
});

describe.each([
  ['resumes', 'pdf', '', 10_485_760],
  ['gallery', 'webp', 'Residential/', 10_485_760],
  ['testimonials', 'webp', '', 1_048_576],
])('a file for %s', (bucket, extension, folder, most) => {
  const name = () => `${folder}${random()}.${extension}`;

  it.each([1, most])('may have %i bytes', async (bytes) => {
    await expect(upload(ADMIN, bucket, name(), { bytes })).resolves.toBeUndefined();
  });

  it.each([0, most + 1, null])('is refused with a size of %s', async (bytes) => {
    await expect(upload(ADMIN, bucket, name(), { bytes })).rejects.toMatchObject(DENIED);
  });

  it.each([
    'storage.object.upload_update',
    'storage.object.copy',
    'storage.object.move',
    'storage.object.sign_upload_url',
    'storage.tus.upload.create',
    'storage.s3.upload.create',
    '',
  ])('is refused to an administrator as %s', async (operation) => {
    await expect(upload(ADMIN, bucket, name(), { operation })).rejects.toMatchObject(DENIED);
  });
});

describe('pictures', () => {
  const KEY = '0123456789abcdef0123456789abcdef';

  it.each([
    ['gallery', `Residential/${KEY}.jpg`],
    ['gallery', `Commercial/${KEY}.jpeg`],
    ['gallery', `Specialized/${KEY}.png`],
    ['gallery', `Before/After/${KEY}.webp`],
    ['testimonials', `${KEY}.webp`],
  ])('in %s may be added by an administrator alone: %s', async (bucket, name) => {
    await expect(upload(ANON, bucket, name)).rejects.toMatchObject(DENIED);
    await expect(upload(USER, bucket, name)).rejects.toMatchObject(DENIED);
    await expect(upload(ADMIN, bucket, name)).resolves.toBeUndefined();
  });

  it.each([
    ['gallery', `${KEY}.jpg`],
    ['gallery', `Before/${KEY}.jpg`],
    ['gallery', `Residential/more/${KEY}.jpg`],
    ['gallery', `Gardens/${KEY}.jpg`],
    ['gallery', `Residential/../${KEY}.jpg`],
    ['gallery', `Residential/${KEY}.svg`],
    ['gallery', `Residential/photo.jpg`],
    ['testimonials', `Residential/${KEY}.jpg`],
    ['testimonials', `${KEY}.svg`],
    ['other', `${KEY}.jpg`],
  ])('in %s are refused under a path like %s', async (bucket, name) => {
    await expect(upload(ADMIN, bucket, name)).rejects.toMatchObject(DENIED);
  });

  it.each(['gallery', 'testimonials'])(
    'in %s are listed to administrators only',
    async (bucket) => {
      expect(await filesSeenBy(ANON, bucket)).toEqual([]);
      expect(await filesSeenBy(USER, bucket)).toEqual([]);
      expect((await filesSeenBy(ADMIN, bucket)).length).toBeGreaterThan(0);
    },
  );
});

describe('pictures of deleted rows', () => {
  it.each([
    ['gallery', 'gallery_images', 'Before/After/'],
    ['testimonials', 'testimonials', ''],
  ])(
    'are not added to %s any more: an upload that comes late leaves nothing behind',
    async (bucket, table, folder) => {
      const [deleted, other] = [random(), random()];
      await asOwner('insert into public.deleted_rows (table_name, id) values ($1, $2)', [
        table,
        deleted,
      ]);
      await expect(upload(ADMIN, bucket, `${folder}${deleted}.png`)).rejects.toMatchObject(DENIED);
      await expect(upload(ADMIN, bucket, `${folder}${other}.png`)).resolves.toBeUndefined();
    },
  );
});

describe('pictures of a report', () => {
  const { addPerson, deviceOf, jobFor, jobOf, report } = crewOf(database);

  /** The id of a report with this many pictures. */
  async function reportWith(pictures: number) {
    const ann = await addPerson();
    const id = randomUUID();
    const job = await jobOf(await jobFor([ann]));
    await report(await deviceOf(ann), job, 'done', { eventId: id, pictures });
    return id;
  }
  const age = (id: string, by: string) =>
    execute(`alter table public.crew_reports disable trigger keep_events;
      update public.crew_reports set created_at = now() - interval '${by}' where id = '${id}';
      alter table public.crew_reports enable trigger keep_events;`);
  const due = async () =>
    (
      await as(SERVICE, (query) =>
        query<{ names: string[] }>('select public.expired_pictures() as names'),
      )
    )[0]?.names;

  it('may be added by anybody who knows its id, as many as it has, each once', async () => {
    const id = await reportWith(2);
    for (const name of [`${id}/1`, `${id}/2`]) {
      await expect(upload(ANON, 'jobs', name)).resolves.toBeUndefined();
      await expect(upload(ANON, 'jobs', name)).rejects.toMatchObject({ code: '23505' });
    }
    for (const name of [
      `${id}/3`,
      `${id}/0`,
      `${id}/01`,
      `${id}/1.jpg`,
      `${id}/1/1`,
      id,
      `a/1`,
      `/${id}/1`,
    ])
      await expect(upload(ANON, 'jobs', name)).rejects.toMatchObject(DENIED);
    for (const caller of [USER, ADMIN])
      await expect(upload(caller, 'jobs', `${await reportWith(1)}/1`)).rejects.toMatchObject(
        DENIED,
      );
  });

  it('may not be added to a report that is unknown, without pictures, of two weeks ago, or to another row of the history', async () => {
    const old = await reportWith(1);
    await age(old, '14 days');
    const [assigned] = await asOwner<{ id: string }>(
      'select id from private.setting_changes limit 1',
    );
    for (const id of [random(), await reportWith(0), old, assigned?.id])
      await expect(upload(ANON, 'jobs', `${id}/1`)).rejects.toMatchObject(DENIED);
  });

  it.each([0, 10_485_761, null])('are refused with a size of %s', async (bytes) => {
    const id = await reportWith(1);
    await expect(upload(ANON, 'jobs', `${id}/1`, { bytes })).rejects.toMatchObject(DENIED);
  });

  it.each(['storage.object.upload_update', 'storage.object.copy', 'storage.tus.upload.create', ''])(
    'are refused as %s',
    async (operation) => {
      const id = await reportWith(1);
      await expect(upload(ANON, 'jobs', `${id}/1`, { operation })).rejects.toMatchObject(DENIED);
    },
  );

  it('are seen and deleted by administrators only', async () => {
    const name = `${await reportWith(1)}/1`;
    await upload(ANON, 'jobs', name);
    for (const caller of [ANON, USER]) {
      expect(await filesSeenBy(caller, 'jobs')).toEqual([]);
      await as(caller, (query) => query('delete from storage.objects where name = $1', [name]));
    }
    expect(await filesSeenBy(ADMIN, 'jobs')).toContainEqual({ name });
    await as(ADMIN, (query) => query('delete from storage.objects where name = $1', [name]));
    expect(await filesSeenBy(ADMIN, 'jobs')).not.toContainEqual({ name });
  });

  it('are named for removal after 90 days, and once their report is gone', async () => {
    await as(SERVICE, (query) => query(`delete from storage.objects where bucket_id = 'jobs'`));
    const [old, young, gone] = [await reportWith(1), await reportWith(1), await reportWith(1)];
    for (const id of [old, young, gone]) await upload(ANON, 'jobs', `${id}/1`);
    await age(young, `${JOB_PICTURE_DAYS * 24 - 1} hours`);
    expect(await due()).toEqual([]);
    await age(old, `${JOB_PICTURE_DAYS} days`);
    await asOwner(
      'delete from public.bookings where id = (select booking_id from public.crew_reports where id = $1)',
      [gone],
    );
    expect(await due()).toEqual([`${old}/1`, `${gone}/1`]);
    for (const caller of [ANON, USER, ADMIN])
      await expect(
        as(caller, (query) => query('select public.expired_pictures()')),
      ).rejects.toMatchObject(DENIED);
  });

  const keep = async (caller: Caller, id: string, place: number, isKept = true) =>
    (
      await as(caller, (query) =>
        query<{ answer: boolean }>('select public.keep_picture($1, $2, $3) as answer', [
          id,
          place,
          isKept,
        ]),
      )
    )[0]?.answer;
  const keptOf = async (caller: Caller, id: string) =>
    (
      await as(caller, (query) =>
        query<{ places: number[] }>('select public.kept_pictures($1) as places', [id]),
      )
    )[0]?.places;

  it('are kept, let go and listed as kept by administrators alone', async () => {
    const id = await reportWith(2);
    for (const place of [1, 2]) await upload(ANON, 'jobs', `${id}/${place}`);
    for (const caller of [ANON, USER, SERVICE]) {
      await expect(keep(caller, id, 1)).rejects.toMatchObject(DENIED);
      await expect(keptOf(caller, id)).rejects.toMatchObject(DENIED);
    }
    expect(await keptOf(ADMIN, id)).toEqual([]);
    for (let n = 0; n < 2; n++) expect(await keep(ADMIN, id, 2)).toBe(true);
    expect(await keptOf(ADMIN, id)).toEqual([2]);
    for (let n = 0; n < 2; n++) expect(await keep(ADMIN, id, 2, false)).toBe(true);
    expect(await keptOf(ADMIN, id)).toEqual([]);
  });

  it('cannot be kept before they are stored, or once their report is gone', async () => {
    const id = await reportWith(2);
    await upload(ANON, 'jobs', `${id}/1`);
    expect(await keep(ADMIN, id, 2)).toBe(false);
    expect(await keep(ADMIN, random(), 1)).toBe(false);
    await asOwner(
      'delete from public.bookings where id = (select booking_id from public.crew_reports where id = $1)',
      [id],
    );
    expect(await keep(ADMIN, id, 1)).toBe(false);
  });

  it('that are kept stay after 90 days until they are let go', async () => {
    await as(SERVICE, (query) => query(`delete from storage.objects where bucket_id = 'jobs'`));
    const id = await reportWith(2);
    const [loose, kept] = [`${id}/1`, `${id}/2`];
    for (const name of [loose, kept]) await upload(ANON, 'jobs', name);
    await keep(ADMIN, id, 2);
    await age(id, '90 days');
    expect(await due()).toEqual([loose]);
    await keep(ADMIN, id, 2, false);
    expect(await due()).toEqual([loose, kept]);
  });

  it('that are kept after the schedule named them are not removed by it', async () => {
    const id = await reportWith(2);
    const names = [`${id}/1`, `${id}/2`];
    for (const name of names) await upload(ANON, 'jobs', name);
    await age(id, '90 days');
    expect(await due()).toEqual(expect.arrayContaining(names));
    await keep(ADMIN, id, 2);
    for (const name of names) await removeFile(as, name);
    expect(await filesSeenBy(ADMIN, 'jobs')).not.toContainEqual({ name: names[0] });
    expect(await filesSeenBy(ADMIN, 'jobs')).toContainEqual({ name: names[1] });
  });

  it('that are kept are in their customer’s export, and go with the booking', async () => {
    const id = await reportWith(1);
    const name = `${id}/1`;
    await upload(ANON, 'jobs', name);
    await keep(ADMIN, id, 1);
    await age(id, '91 days');
    const email = `${random()}@example.com`;
    await asOwner(
      `update public.bookings set email = $2
       where id = (select booking_id from public.crew_reports where id = $1)`,
      [id, email],
    );
    const ask = async (sql: string) =>
      (await as(SERVICE, (query) => query<{ answer: object }>(sql, [email])))[0]?.answer;
    expect(await ask('select public.person_records($1) as answer')).toMatchObject({
      pictures: [name],
    });
    expect(await ask('select public.erase_person($1) as answer')).toMatchObject({
      pictures: [name],
    });
    expect(await due()).toContain(name);
    await removeFile(as, name);
    expect(await filesSeenBy(ADMIN, 'jobs')).not.toContainEqual({ name });
    expect(await asOwner('select from private.kept_pictures where report = $1', [id])).toEqual([]);
  });
});

describe('a flood of résumés', () => {
  const from = (caller: Caller, address: string) => ({
    ...caller,
    headers: { 'x-forwarded-for': address },
  });
  const name = () => `${random()}.pdf`;

  /** Storage's two inserts: as the visitor, rolled back; then as itself. */
  async function store(address: string, file = name()) {
    const takenBack = new Error('taken back');
    const attempt = as(from(ANON, address), async (query) => {
      await storeFile(query, 'resumes', file);
      throw takenBack;
    });
    await attempt.catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
    await upload(from(SERVICE, address), 'resumes', file);
  }

  it('from one address is stopped after ten, before a file is written', async () => {
    const first = name();
    await store('203.0.113.1', first);
    for (let i = 0; i < 9; i++) await store('203.0.113.1');
    await expect(upload(from(ANON, '203.0.113.1'), 'resumes', name())).rejects.toMatchObject({
      code: 'PT429',
    });
    await expect(upload(from(ANON, '203.0.113.1'), 'resumes', first)).rejects.toMatchObject({
      code: '23505',
    });
    await expect(store('203.0.113.2')).resolves.toBeUndefined();
  });
});
