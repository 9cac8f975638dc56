import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RECEIPT_RETENTION_DAYS, ROLE_BELIEVED_DAYS } from '../../src/core/domain/limits.ts';
import type { ProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { erasePerson } from '../../supabase/commands/person-records.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { aBooking, aMessage } from '../support/records.ts';
import { APPLICATION } from '../support/values.ts';
import { clientOf } from '../backend/support/client.ts';
import { runCommand } from '../backend/support/run-command.ts';

const CV = '%PDF-1.7 the CV of Moira';
const EMAIL = 'Moira@Example.com';

let folder: string;
let server: Server;
const env = (more: Record<string, string> = {}) => ({
  PORT: '0',
  INBOX_PORT: '0',
  DATA_DIR: path.join(folder, 'data'),
  ...more,
});
const start = async () => (server = await startServer(parseEnv(env())));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'person-'));
  await start();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npm run person` in the test's folder. */
const person = (args: string[], more: Record<string, string> = {}, input = '') =>
  runCommand('person', args, env(more), folder, input);

/**
 * Stores a booking, a message and an application with its file of one person, and a booking of
 * another.
 */
async function store() {
  const visitor = clientOf(server.url);
  const [career] = await server.database.query<{ id: string }>(
    'select id from public.careers limit 1',
  );
  const id = crypto.randomUUID();
  const resume = `${id}.pdf`;
  await visitor.storage.from('resumes').upload(resume, new Blob([CV], { type: 'application/pdf' }));
  const application = {
    ...APPLICATION,
    id,
    email: 'moira@example.com',
    career_id: String(career?.id),
    resume_path: resume,
    resume_url: resume,
  };
  for (const { error } of [
    await visitor.from('bookings').insert(aBooking({ email: EMAIL })),
    await visitor.from('bookings').insert(aBooking({ email: 'ann@example.com' })),
    await visitor.from('contact_messages').insert(aMessage({ email: EMAIL })),
    await visitor.from('job_applications').insert(application),
  ]) {
    if (error) throw error;
  }
  return { resume, file: path.join(folder, 'data/files/objects/resumes', resume) };
}

const emails = () =>
  server.database.query<{ email: string }>(
    'select email from bookings union all select email from contact_messages union all select email from job_applications',
  );

describe.each(['while it is served', 'while it is not served'])('a data folder, %s', (when) => {
  const isServed = when === 'while it is served';

  test('exports a person’s rows and files as a zip readable by its owner only, and erases them on request', async () => {
    const { resume, file } = await store();
    if (!isServed) await server.close();

    const exported = await person(['export', 'moira@EXAMPLE.com']);
    expect(exported).toMatchObject({
      code: 0,
      output: expect.stringContaining('Found 1 booking, 1 application and 1 message.'),
    });
    const target = path.join(folder, 'person-export.zip');
    expect((await stat(target)).mode & 0o077).toBe(0);
    const zip = unzipSync(await readFile(target));
    expect(Object.keys(zip).sort()).toEqual(['records.json', `resumes/${resume}`]);
    expect(strFromU8(zip[`resumes/${resume}`] as Uint8Array)).toBe(CV);
    expect(JSON.parse(strFromU8(zip['records.json'] as Uint8Array))).toMatchObject({
      bookings: [{ email: EMAIL }],
      contact_messages: [{ email: EMAIL }],
      job_applications: [{ email: 'moira@example.com', resume_path: resume }],
      alerts: [{}, {}, {}],
      missing_files: [],
    });

    const erased = await person(['erase', 'moira@EXAMPLE.com', '--yes']);
    expect(erased).toMatchObject({
      code: 0,
      output: expect.stringContaining('Erased 1 booking, 1 application and 1 message'),
    });
    expect(erased.output).toContain('Removed 1 résumé.');
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });

    if (!isServed) await start();
    expect(await emails()).toEqual([{ email: 'ann@example.com' }]);
    expect(
      await server.database.query('select from storage.objects where bucket_id = $1', ['resumes']),
    ).toEqual([]);
  });
});

test('erasing prints what devices and copies may still have, and until when', async () => {
  const { code, output } = await person(['erase', 'nobody@example.com']);
  expect(code).toBe(1);
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  expect(output).toContain('Nothing is stored under nobody@example.com: check the spelling.');
  expect(output).toContain(`on ${inDays(ROLE_BELIEVED_DAYS)} at the latest`);
  expect(output).toContain(`after it was sent: ${inDays(RECEIPT_RETENTION_DAYS)}`);
  expect(output).toContain('- Copies made elsewhere hold them');
});

test('erasing on a hosted project names the platform’s backups', async () => {
  const project = {
    call: async () => ({
      bookings: 1,
      job_applications: 0,
      contact_messages: 0,
      files: [],
      pictures: [],
      accounts: [],
      push_devices: [],
    }),
  };
  const erasure = { email: 'nobody@example.com', also: [], left: [] };
  expect(await erasePerson(project as unknown as ProjectApi, erasure, new Date(), true)).toContain(
    'The platform’s daily backups',
  );
});

test('the crew’s pictures of a person’s bookings are exported and erased, and the way in is in no export', async () => {
  const booking = aBooking({ email: EMAIL });
  const visitor = clientOf(server.url);
  await visitor.from('bookings').insert(booking);
  const eventId = crypto.randomUUID();
  const { query } = server.database;
  await query(`update bookings set access = 'Code 1234', crew = array[$1]::uuid[] where id = $2`, [
    crypto.randomUUID(),
    booking.id,
  ]);
  await query(
    `insert into crew_reports (id, booking_id, crew_id, kind, message, pictures, made_at, rev)
     values ($1, $2, gen_random_uuid(), 'noted', 'The tap drips.', 2, now(), 1)`,
    [eventId, booking.id],
  );
  const body = new Blob(['a picture'], { type: 'image/webp' });
  for (const place of [1, 2])
    expect(
      (await visitor.storage.from('jobs').upload(`${eventId}/${place}`, body)).error,
    ).toBeNull();

  expect((await person(['export', EMAIL])).code).toBe(0);
  const zip = unzipSync(await readFile(path.join(folder, 'person-export.zip')));
  const pictures = [`jobs/${eventId}/1`, `jobs/${eventId}/2`];
  expect(Object.keys(zip).sort()).toEqual([...pictures, 'records.json']);
  expect(strFromU8(zip[pictures[0] ?? ''] as Uint8Array)).toBe('a picture');
  const records = strFromU8(zip['records.json'] as Uint8Array);
  expect(records).toContain('The tap drips.');
  for (const secret of ['1234', '"crew":', '"job":']) expect(records).not.toContain(secret);

  const { code, output } = await person(['erase', EMAIL, '--yes']);
  expect([code, output]).toEqual([0, expect.stringContaining('Removed 2 pictures.')]);
  expect(await query(`select name from storage.objects where bucket_id = 'jobs'`)).toEqual([]);
});

test('every address that can book can be exported and erased', async () => {
  const email = "o'@example.com";
  const { error } = await clientOf(server.url).from('bookings').insert(aBooking({ email }));
  if (error) throw error;
  expect(await person(['export', email])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Found 1 booking'),
  });
  expect(await person(['erase', email, '--yes'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Erased 1 booking'),
  });
  expect(await emails()).toEqual([]);
});

test('erasing asks first, and needs a yes', async () => {
  await store();
  for (const input of ['', 'no\n', 'y\n']) {
    const { code, output } = await person(['erase', EMAIL], {}, input);
    expect(code).toBe(1);
    expect(output).toContain(`Erase 1 booking, 1 application and 1 message of ${EMAIL} for good?`);
    expect(output).toContain('Nothing was erased.');
  }
  expect(await emails()).toHaveLength(4);

  expect((await person(['erase', EMAIL], {}, 'yes\n')).output).toContain('Erased 1 booking');
  expect(await emails()).toEqual([{ email: 'ann@example.com' }]);
});

/**
 * Stores bookings of the person under another spelling and a second address, and one of a namesake.
 */
async function storeSimilar() {
  const person = { name: 'Moira Gow', phone: '07700 900123' };
  for (const booking of [
    aBooking({ ...person, email: EMAIL }),
    aBooking({ name: 'M Gow', phone: '0141 496 0001', email: 'moira+van@example.com' }),
    aBooking({ name: 'M. G.', phone: '+44 7700 900123', email: 'mg@example.org' }),
    aBooking({ name: 'Moira Gow', phone: '0141 496 0002', email: 'namesake@example.net' }),
  ]) {
    const { error } = await clientOf(server.url).from('bookings').insert(booking);
    if (error) throw error;
  }
}
const SPELLING = 'moira+van@example.com (the same mailbox in another spelling): 1 booking';
const PHONE = 'mg@example.org (the same phone number): 1 booking';
const NAMESAKE = '- namesake@example.net (the same name, perhaps another person): 1 booking';

test('erasing asks about each similar address before anything is erased, and never erases a namesake', async () => {
  await storeSimilar();
  const { output } = await person(['erase', EMAIL], {}, 'yes\nyes\nno\n');
  expect(output).toContain(`Erase ${SPELLING}`);
  expect(output).toContain(`Erase ${PHONE}`);
  expect(output).toContain('Erased 2 bookings');
  const left = output.slice(output.indexOf('Not erased'));
  expect(left).toContain(`- ${PHONE}`);
  expect(left).toContain(NAMESAKE);
  expect(left).not.toContain(SPELLING);
  expect(await emails()).toEqual(
    expect.arrayContaining([{ email: 'mg@example.org' }, { email: 'namesake@example.net' }]),
  );
  expect(await emails()).toHaveLength(2);

  expect((await person(['erase', 'mg@example.org'], {}, 'no\nyes\n')).output).toContain(
    'Nothing was erased.',
  );
  expect(await emails()).toHaveLength(2);
});

test('--yes erases only the address, and names the similar ones', async () => {
  await storeSimilar();
  const { output } = await person(['erase', EMAIL, '--yes']);
  expect(output).toContain('Erased 1 booking, 0 applications and 0 messages');
  for (const text of [`- ${SPELLING}`, `- ${PHONE}`, NAMESAKE]) expect(output).toContain(text);
  expect(await emails()).toHaveLength(3);
});

test('the export prints similar addresses, and leaves them out of the file', async () => {
  await storeSimilar();
  const { output } = await person(['export', EMAIL]);
  for (const text of [`- ${SPELLING}`, `- ${PHONE}`, NAMESAKE]) expect(output).toContain(text);
  const zip = unzipSync(await readFile(path.join(folder, 'person-export.zip')));
  const json = strFromU8(zip['records.json'] as Uint8Array);
  expect(json).toContain(EMAIL);
  for (const email of ['moira+van', 'mg@example.org', 'namesake'])
    expect(json).not.toContain(email);
});

test('spaces around an address do not matter', async () => {
  await store();
  expect((await person(['erase', ` ${EMAIL} `, '--yes'])).output).toContain('Erased 1 booking');
});

test('an export of an address without records writes no file, and fails', async () => {
  expect(await person(['export', 'nobody@example.com'])).toEqual({
    code: 1,
    output: 'Nothing is stored under nobody@example.com.\n',
  });
  expect(await readdir(folder)).toEqual(['data']);
});

test('an export into a folder that cannot be written fails, and leaves nothing', async () => {
  await store();
  expect(await person(['export', EMAIL, 'data/owner.json/x.zip'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('cannot be written'),
  });
});

test('an existing file is not overwritten', async () => {
  await store();
  expect((await person(['export', EMAIL, 'moira.zip'])).code).toBe(0);
  const before = await readFile(path.join(folder, 'moira.zip'));
  expect(await person(['export', EMAIL, 'moira.zip'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  });
  expect(await readFile(path.join(folder, 'moira.zip'))).toEqual(before);
});

test('a hosted project without its secret key names the missing variable', async () => {
  const hosted = {
    VITE_SUPABASE_URL: server.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  };
  expect(await person(['erase', EMAIL], hosted)).toMatchObject({
    code: 1,
    output: expect.stringContaining('SUPABASE_SECRET_KEY is missing'),
  });
});

test.each([
  [[]],
  [['erase']],
  [['erase', 'a@example.com', 'b@example.com']],
  [['export', 'no-address']],
])('%j is refused with what to type', async (args) => {
  expect(await person(args)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/npm run person -- export EMAIL|is no email address/),
  });
});
