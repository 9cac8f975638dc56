import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../supabase/local/database/open-database.ts';
import { runCommand } from '../backend/support/run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sample-day-'));
const DATA_DIR = path.join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an argument fills nothing, and the usage is printed', async () => {
  expect(await runCommand('sample-day', ['--help'], { DATA_DIR }, folder)).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATA_DIR=.day npm run sample-day'),
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a fresh folder gets the records and files of a day, once', async () => {
  const fill = () => runCommand('sample-day', [], { DATA_DIR }, folder);
  expect(await fill()).toMatchObject({ code: 0 });
  expect(await fill()).toMatchObject({
    code: 1,
    output: expect.stringContaining('has bookings already'),
  });

  const database = await openDatabase({ dataDir: DATA_DIR });
  const count = async (from: string) =>
    (await database.query<{ count: number }>(`select count(*)::int from ${from}`))[0]?.count;
  expect(
    await count('public.bookings where series is null and preferred_date = private.london_today()'),
  ).toBe(9);
  for (const [table, rows] of [
    ['bookings where series is null', 60],
    ['contact_messages', 42],
    ['job_applications', 25],
    ['gallery_images', 42],
    ['testimonials', 20],
    ['crew', 5],
  ] as const)
    expect([table, await count(`public.${table}`)]).toEqual([table, rows]);
  const visits = await count('public.bookings where series is not null');
  expect(visits).toBeGreaterThan(30);
  expect(
    await count(
      `public.booking_events where kind in ('cancelled', 'asked') and actor = 'customer' and booking_id in (select id from public.bookings where series is not null)`,
    ),
  ).toBe(2);
  expect(await count('public.bookings where cardinality(crew) > 0')).toBeGreaterThan(30);
  expect(await count('public.crew_reports')).toBe(3);
  expect(await count('private.setting_changes')).toBeGreaterThan(20);
  expect(await count(`storage.objects where bucket_id = 'jobs'`)).toBe(2);
  expect(await count(`public.alerts where state <> 'sent'`)).toBe(0);
  await database.close();
});
