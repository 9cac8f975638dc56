import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAfter, londonTime } from '../../src/core/domain/london-time.ts';
import { referenceOf } from '../../src/core/domain/reference.ts';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import type { InboxMessage } from '../../supabase/local/mail/inbox-page.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { aBooking } from '../support/records.ts';
import { backendOf } from './support/admin-backend.ts';
import { clientOf } from './support/client.ts';
import { ADMIN } from './support/people.ts';

let dataDir: string;
let server: Server;
const start = async () => {
  server = await startServer(
    parseEnv({
      PORT: '0',
      INBOX_PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }),
  );
};
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'visits-'));
  await start();
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const query = <T>(sql: string, params?: unknown[]) => server.database.query<T>(sql, params);
const mailsTo = async (address: string) =>
  ((await (await fetch(`${server.inboxUrl}/api/messages`)).json()) as InboxMessage[])
    .filter(({ to }) => to === address)
    .reverse();
const today = londonTime().day;
const EMAIL = `${randomUUID()}@example.net`;
const OFFICE = 'office@example.com';

test('a series is mailed with its first visits, and a skip with its cancellation, under one reference', async () => {
  const visitor = clientOf(server.url);
  const requests = createSupabaseBackend({
    url: server.url,
    publishableKey: LOCAL_PUBLISHABLE_KEY,
  });
  const administrator = clientOf(server.url);
  await administrator.auth.signInWithPassword(ADMIN);
  const office = await backendOf(server.url, administrator);
  const booking = aBooking({ email: EMAIL, preferred_date: dayAfter(today, 3) });
  const reference = referenceOf(booking.id);
  await visitor.from('bookings').insert(booking);
  await requests.sendAnswerMails(booking.id, 10_000);
  await expect.poll(() => mailsTo(EMAIL)).toHaveLength(1);
  const [stored] = await query<{ rev: number }>('select rev from bookings where id = $1', [
    booking.id,
  ]);
  const first = { day: dayAfter(today, 3), time_slot: 'morning' } as const;
  expect(
    await office.answerBooking({
      eventId: randomUUID(),
      bookingId: booking.id,
      expectedRevision: Number(stored?.rev),
      kind: 'repeated',
      ...first,
      message: null,
      every: 1,
      price_pence: 6600,
      price_per: 'visit',
    }),
  ).toMatchObject({ outcome: 'accepted' });
  await office.sendAnswerMails(booking.id);
  await expect.poll(() => mailsTo(EMAIL)).toHaveLength(2);
  const [, series] = await mailsTo(EMAIL);
  expect(series?.subject).toBe(`Your regular visits are confirmed ${reference}`);
  expect(series?.text).toContain('\nPrice: £66 a visit\n');
  expect(series?.attachments.map(({ text }) => text.match(/BEGIN:VEVENT/g)?.length)).toEqual([4]);
  const [visit] = await query<{ id: string; day: string }>(
    'select id, preferred_date::text as day from bookings where series = $1 order by 2 limit 1',
    [booking.id],
  );
  const bookingId = visit?.id ?? '';
  expect(
    await requests.answerBooking(
      {
        ...{ eventId: randomUUID(), bookingId, kind: 'cancelled', offerEventId: null },
        ...{ visit: { day: visit?.day ?? '', slot: 'morning' }, other: null },
      },
      10_000,
    ),
  ).toMatchObject({ outcome: 'accepted' });
  await requests.sendAnswerMails(bookingId, 10_000);
  await expect.poll(() => mailsTo(EMAIL)).toHaveLength(3);
  const skip = (await mailsTo(EMAIL)).at(-1);
  expect(skip?.subject).toBe(`You skipped your visit ${reference}`);
  expect(skip?.text).toContain(`/requests#${booking.id}`);
  expect(skip?.attachments.map(({ text }) => /METHOD:\w+/.exec(text)?.[0])).toEqual([
    'METHOD:CANCEL',
  ]);
  expect((await mailsTo(OFFICE)).at(-1)?.subject).toContain(`Visit skipped ${reference}`);
});

test('a server that starts makes the due visits of all series, and reminds of tomorrow’s', async () => {
  await query(`create or replace function private.is_reminder_time(at timestamptz) returns boolean
    language sql stable parallel safe set search_path = '' as $$ select true; $$`);
  // More series than one run of the job takes.
  await query(
    `with made as (
       insert into bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time, status, created_at)
       select gen_random_uuid(), 'Ann Baker', '0141 496 0101', null, '1 High Street', 'deep', $1::date, 'morning', 'confirmed',
         now() - interval '2 days'
       from generate_series(1, 51) returning id
     )
     insert into booking_events (id, booking_id, actor, kind, day, time_slot, every, rev)
     select gen_random_uuid(), id, 'office', 'repeated', $2::date, 'morning', 4, 1 from made`,
    [dayAfter(today, -1), dayAfter(today, 1)],
  );
  const tomorrow = aBooking({ email: EMAIL, preferred_date: dayAfter(today, 1) });
  await clientOf(server.url).from('bookings').insert(tomorrow);
  await query(
    `update bookings set status = 'confirmed', created_at = now() - interval '2 days' where id = $1`,
    [tomorrow.id],
  );
  await query(`update alerts set state = 'sent'`);
  await server.close();
  await start();
  await expect
    .poll(() =>
      query(
        `select count(*)::int as series, sum(visits)::int as visits
         from (select count(*) as visits from bookings where series_day > $1 and frequency is null group by series) as made
         where visits = 2`,
        [today],
      ),
    )
    .toEqual([{ series: 51, visits: 102 }]);
  const reminders = () => query(`select booking_id as id from private.reminders`);
  await expect.poll(reminders).toEqual([{ id: tomorrow.id }]);
  expect(await mailsTo(EMAIL)).toEqual([]);
  await query(`update private.receipts set claimed_at = claimed_at - interval '15 minutes'`);
  await server.close();
  await start();
  await expect.poll(() => mailsTo(EMAIL)).toHaveLength(1);
  expect((await mailsTo(EMAIL))[0]?.subject).toMatch(/^We come tomorrow: \w+ \d+ \w+, morning /);
});
