import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ANON, useDatabase } from '../../support/database.ts';
import { aBooking } from '../../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const SECONDS = 15;
const ROWS = 20_000;
const VISITORS = 10;

/** Inserts a list as PostgREST does. */
const insertAll = `insert into public.contact_messages (id, name, email, subject, message)
  select id, name, email, subject, message from json_to_recordset($1) as _ (id uuid, name text, email text, subject text, message text)`;

it(
  'requests of thousands of rows are refused while visitors go on',
  async () => {
    const end = performance.now() + SECONDS * 1000;
    const whileItLasts = async (work: () => Promise<unknown>) => {
      while (performance.now() < end) await work();
    };
    const message = {
      name: 'Ann Baker',
      email: 'ann@example.com',
      subject: 'A question',
      message: 'Do you clean windows? '.repeat(6),
    };
    const list = JSON.stringify(Array.from({ length: ROWS }, () => message));
    const from = (address: string) => ({ ...ANON, headers: { 'x-forwarded-for': address } });

    const codes = new Map<string, number>();
    const flood = (address: string) => async () => {
      const error = await as(from(address), (query) =>
        query(insertAll.replace('select id', 'select gen_random_uuid()'), [list]),
      ).catch((refused: { code: string }) => refused);
      const code = 'code' in error ? error.code : 'stored';
      codes.set(code, (codes.get(code) ?? 0) + 1);
    };
    let sent = 0;
    const took: number[] = [];
    const visit = async () => {
      const started = performance.now();
      await insertAs(ANON, 'public.bookings', aBooking());
      took.push(performance.now() - started);
      sent++;
      await wait(100);
    };

    await Promise.all([
      whileItLasts(flood('203.0.113.1')),
      whileItLasts(flood('203.0.113.2')),
      ...Array.from({ length: VISITORS }, () => whileItLasts(visit)),
    ]);
    took.sort((one, other) => one - other);
    console.log(
      `${sent} bookings of visitors in ${SECONDS} s, p99 ${Math.round(took[Math.floor(took.length * 0.99)] ?? 0)} ms, beside requests of ` +
        `${ROWS} rows (${(list.length / 1e6).toFixed(1)} MB): ${JSON.stringify(Object.fromEntries(codes))}`,
    );
    expect([...codes.keys()]).toEqual(['PT413']);
    expect(await asOwner('select from public.contact_messages')).toEqual([]);
    expect(await asOwner<{ n: number }>('select count(*)::int as n from public.bookings')).toEqual([
      { n: sent },
    ]);
  },
  (SECONDS + 60) * 1000,
);
