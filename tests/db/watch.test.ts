import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, execute } = useDatabase();

/** Stores a booking that was made so long ago, and its alert. */
async function bookAt(ago: string): Promise<string> {
  const booking = aBooking();
  const columns = Object.keys(booking).join(', ');
  await asOwner(
    `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
    [JSON.stringify(booking)],
  );
  for (const [table, column] of [
    ['bookings', 'id'],
    ['alerts', 'record_id'],
  ])
    await asOwner(
      `update public.${table} set created_at = now() - $2::interval where ${column} = $1`,
      [booking.id, ago],
    );
  return booking.id;
}
const call = async (name: string, caller = SERVICE) =>
  (await as(caller, (query) => query(`select public.${name}() as answer`)))[0]?.['answer'];

it('an alert is late when it is not sent after an hour, for two days', async () => {
  await asOwner('delete from public.alerts');
  const sent = await bookAt('3 hours');
  await asOwner(`update public.alerts set state = 'sent' where record_id = $1`, [sent]);
  await bookAt('50 minutes');
  await bookAt('3 days');
  expect(Number(await call('late_alerts'))).toBe(0);
  await bookAt('2 hours');
  expect(Number(await call('late_alerts'))).toBe(1);
});

it('the pauses are those between the bookings of the last year', async () => {
  await asOwner('delete from public.bookings');
  expect(await call('booking_pauses')).toEqual({
    count: 0,
    first: null,
    last: null,
    longest: null,
  });
  for (const ago of ['400 days', '100 days', '96 days', '10 days', '9 days']) await bookAt(ago);
  expect(await call('booking_pauses')).toMatchObject({ count: 4, longest: 86 * 86_400 });
});

it.each(['late_alerts', 'booking_pauses'])('%s is for the server’s own key alone', async (name) => {
  for (const caller of [ANON, USER, ADMIN])
    await expect(call(name, caller)).rejects.toThrow('permission denied');
});

describe('the heartbeat', () => {
  const beat = (by: string, caller: Caller = SERVICE) =>
    as(caller, (query) => query('select public.late_alerts($1)', [by]));
  const beats = () =>
    asOwner<{ job: string; age: number; row: string }>(
      `select job, round(extract(epoch from now() - at))::int as age, xmin::text || ctid::text as row
       from private.last_runs where job like 'answer-%' order by job`,
    );
  const makeOlder = (seconds: number) =>
    asOwner('update private.last_runs set at = at - make_interval(secs => $1)', [seconds]);

  it('is one row for watchers and one for the schedule, also when a caller says another name', async () => {
    for (const by of ['watcher', 'schedule', 'somebody', '']) await beat(by);
    expect((await beats()).map(({ job }) => job)).toEqual(['answer-schedule', 'answer-watcher']);
  });

  it('is written once a minute, and when a wrong clock dated it in the future', async () => {
    await beat('watcher');
    const [, first] = await beats();
    for (let times = 0; times < 20; times += 1) await beat('watcher');
    expect((await beats())[1]?.row).toBe(first?.row);
    await makeOlder(61);
    expect((await beats())[1]?.age).toBeGreaterThanOrEqual(61);
    await beat('watcher');
    expect((await beats())[1]?.age).toBeLessThan(60);
    await makeOlder(-3600);
    await beat('watcher');
    expect((await beats())[1]?.age).toBeGreaterThanOrEqual(0);
  });

  it('is written by the server’s own key alone', async () => {
    await asOwner(`update private.last_runs set at = now() - interval '2 minutes'`);
    for (const caller of [ANON, USER, ADMIN]) {
      await expect(beat('watcher', caller)).rejects.toThrow('permission denied');
      await expect(
        as(caller, (query) => query(`select private.note_run('answer-watcher')`)),
      ).rejects.toThrow('permission denied');
      await expect(
        as(caller, (query) => query('update private.last_runs set at = now()')),
      ).rejects.toThrow('permission denied');
    }
    for (const { age } of await beats()) expect(age).toBeGreaterThanOrEqual(120);
  });
});

describe('the epoch', () => {
  const isRestored = async () =>
    (
      (await asOwner(`select public.deploy_state('') as state`))[0]?.['state'] as {
        is_restored: boolean;
      }
    ).is_restored;

  it('notices that its table was loaded from a dump, until a new one begins', async () => {
    expect(await isRestored()).toBe(false);
    await execute(`
      alter table private.sync_epoch rename to dumped;
      create table private.sync_epoch (like private.dumped including all);
      insert into private.sync_epoch select * from private.dumped;
      do $$ begin execute format('alter table private.sync_epoch owner to %I', (
        select tableowner from pg_tables where schemaname = 'private' and tablename = 'dumped')); end $$;
      drop table private.dumped;`);
    expect(await isRestored()).toBe(true);
    await as(SERVICE, (query) => query('select public.begin_epoch()'));
    expect(await isRestored()).toBe(false);
  });

  it('asks the server what any role may ask', async () => {
    for (const name of ['pg_control_system', 'pg_control_checkpoint'])
      expect(
        await asOwner(`select has_function_privilege('anon', $1, 'execute') as may`, [`${name}()`]),
      ).toEqual([{ may: true }]);
  });
});

describe('a line that the owner knows about', () => {
  const known = async () =>
    ((await asOwner(`select public.deploy_state('') as state`))[0]?.['state'] as { known: object })
      .known;
  it('is known until its day is over, stored once, and taken back', async () => {
    await asOwner(`select public.set_known('mail', private.london_today() + 30)`);
    await asOwner(`select public.set_known('mail', private.london_today())`);
    expect(Object.keys(await known())).toEqual(['mail']);
    await asOwner('update private.known_lines set until = private.london_today() - 1');
    expect(await known()).toEqual({});
    await asOwner(`select public.set_known('facts', private.london_today())`);
    expect(await asOwner('select line from private.known_lines')).toEqual([{ line: 'facts' }]);
    await asOwner(`select public.set_known('facts', null)`);
    expect(await known()).toEqual({});
  });

  it('is stored by the server’s own key alone', async () => {
    for (const caller of [ANON, USER, ADMIN])
      await expect(
        as(caller, (query) => query(`select public.set_known('mail', current_date)`)),
      ).rejects.toThrow('permission denied');
  });
});
