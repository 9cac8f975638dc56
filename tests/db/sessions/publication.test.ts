import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { ANON, useDatabase } from '../../support/database.ts';
import { aBooking, aMessage } from '../../support/records.ts';

const { as, asOwner, insertAs, executeAsSuperuser } = useDatabase();

/** As a sync service or a warehouse makes it: PostgreSQL then refuses changes of rows without a key. */
beforeAll(() => executeAsSuperuser('create publication everything for all tables'));

it('bookings and messages arrive, and jobs run, while all tables are published', async () => {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  await insertAs(ANON, 'public.contact_messages', aMessage());
  // The next one clears the first one's address.
  await asOwner(`update private.submission_hits set at = at - interval '2 days'`);
  await insertAs(ANON, 'public.contact_messages', aMessage());
  const [answer] = await as(ANON, (query) =>
    query<{ outcome: string }>(
      `select public.answer_request($1, $2, 'cancelled', null, $3, $4) ->> 'outcome' as outcome`,
      [randomUUID(), booking.id, booking.preferred_date, booking.preferred_time],
    ),
  );
  expect(answer?.outcome).toBe('added');
  await asOwner('select public.begin_epoch()');
  await asOwner('select private.forget_addresses()');
  await asOwner('select public.remove_expired(200)');
  await asOwner('select private.make_due_visits(20)');
  expect(await asOwner('select from public.contact_messages')).toHaveLength(2);
});

it('every table has a primary key, by which its rows can be published', async () => {
  expect(
    await asOwner(
      `select c.oid::regclass::text as "table" from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    ),
  ).toEqual([]);
});
