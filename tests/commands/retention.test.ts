import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { RETENTION_MONTHS } from '../../src/core/domain/retention.ts';
import { aBooking } from '../support/records.ts';
import { APPLICATION } from '../support/values.ts';
import { clientOf } from '../backend/support/client.ts';
import { storeBookings } from '../backend/support/people.ts';
import { runCommand } from '../backend/support/run-command.ts';

const keptMonths = RETENTION_MONTHS;
const OTHER = 99;

let folder: string;
let server: Server;
const env = () => ({ PORT: '0', INBOX_PORT: '0', DATA_DIR: path.join(folder, 'data') });
const retention = (...args: string[]) => runCommand('retention', args, env(), folder);
const counts = () =>
  server.database.query<{ n: number }>(
    'select (select count(*) from bookings)::int + (select count(*) from job_applications) + (select count(*) from storage.objects where bucket_id = $1) as n',
    ['resumes'],
  );

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'retention-'));
  server = await startServer(parseEnv(env()));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test('records older than the set months are listed, and deleted with their files only by --apply', async () => {
  await storeBookings(
    (sql, params) => server.database.query(sql, params),
    Array.from({ length: 450 }, () => aBooking()),
  );
  const [career] = await server.database.query<{ id: string }>('select id from careers limit 1');
  const id = crypto.randomUUID();
  const resume = `${id}.pdf`;
  const visitor = clientOf(server.url);
  await visitor.storage
    .from('resumes')
    .upload(resume, new Blob(['%PDF-1.7'], { type: 'application/pdf' }));
  await visitor.from('job_applications').insert({
    ...APPLICATION,
    id,
    career_id: String(career?.id),
    resume_path: resume,
    resume_url: resume,
  });
  await server.database.query(
    `update bookings set created_at = now() - interval '2 years', preferred_date = '2022-02-02'`,
  );
  await server.database.query(
    `update job_applications set created_at = now() - interval '2 years'`,
  );

  await server.database.query('update private.retention set months = null');
  expect((await retention()).output).toBe(
    `bookings: kept for good (the privacy page says ${keptMonths.bookings} months)\n` +
      `contact_messages: kept for good (the privacy page says ${keptMonths.contact_messages} months)\n` +
      `job_applications: kept for good (the privacy page says ${keptMonths.job_applications} months)\n`,
  );
  expect((await retention('--apply')).output).toContain(
    'Deleted 0 bookings, 0 applications and 0 messages.',
  );
  await server.database.query(
    `update private.retention set months = 12 where target = 'job_applications'`,
  );
  const told = await retention('set', 'bookings', '12');
  expect(told.output).toMatch(/^bookings: kept for 12 months.*; 450 older$/m);
  expect(told.output).toContain('Nothing was deleted.');
  expect(await counts()).toEqual([{ n: 452 }]);

  expect((await retention('--apply')).output).toBe(
    'Deleted 450 bookings, 1 application and 0 messages.\nRemoved 1 résumé.\n',
  );
  expect(await counts()).toEqual([{ n: 0 }]);
});

test('one command sets the privacy page’s months, and a difference is reported', async () => {
  const as = (months: object) =>
    Object.entries(months).map(([table, n]) => `${table}: kept for ${n} months; 0 older\n`);
  expect((await retention('set')).output).toBe(as(keptMonths).join(''));
  const [, ...others] = as(keptMonths);
  expect((await retention('set', 'bookings', String(OTHER))).output).toBe(
    [
      `bookings: kept for ${OTHER} months (the privacy page says ${keptMonths.bookings} months); 0 older\n`,
      ...others,
    ].join(''),
  );
  expect((await retention('set', 'bookings', 'off')).output).toContain(
    `bookings: kept for good (the privacy page says ${keptMonths.bookings} months)\n`,
  );
});

test.each([
  [['apply']],
  [['set', 'bookings']],
  [['set', 'careers', '12']],
  [['set', 'constructor', '12']],
  [['set', 'bookings', '0']],
  [['set', 'bookings', '1.5']],
  [['--apply', 'now']],
])('%j is refused with what to type', async (args) => {
  expect(await retention(...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run retention -- set TABLE MONTHS'),
  });
});
