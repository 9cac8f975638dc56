import { randomUUID } from 'node:crypto';
import { copyTemplate } from '../support/postgres/server-database.ts';
import { startTemplate } from '../support/postgres/template.ts';
import { ms, percentile, printTable, type Row } from './report.ts';

const CALLS = 300;
const DEVICES = 30;

const newKey = () => randomUUID().replaceAll('-', '');

/**
 * Whether the time of a response tells the crew's keys apart: the same calls with a malformed, an
 * ended and an unknown key, in turn, on PostgreSQL. Without a sender, so the flood guard counts none.
 */
export async function benchCrewKeys(): Promise<void> {
  const template = await startTemplate();
  const database = await copyTemplate(template);
  const call = (sql: string, params: unknown[]) =>
    database.transaction(async (query) => {
      await query(`select set_config('role', 'anon', true)`);
      await query(sql, params);
    });
  try {
    const ended = newKey();
    const [{ id: person } = { id: '' }] = await database.query<{ id: string }>(
      `insert into public.crew (name) values ('Ann Baker') returning id`,
    );
    for (const key of [ended, ...Array.from({ length: DEVICES }, newKey)])
      await database.query(
        `insert into private.crew_devices (crew_id, key_hash, name)
         values ($1, private.crew_key_hash($2), 'Chrome on Android')`,
        [person, key],
      );
    await database.query(
      'delete from private.crew_devices where key_hash = private.crew_key_hash($1)',
      [ended],
    );
    const [{ job } = { job: '' }] = await database.query<{ job: string }>(
      `insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time)
       values ('Isla Grant', '0141 496 0000', 'isla@example.com', '1 High Street', 'deep', current_date, 'morning')
       returning job`,
    );

    const keys = { malformed: () => 'wrong', ended: () => ended, unknown: newKey };
    const functions = {
      crew_jobs: (key: string) => call('select public.crew_jobs($1)', [key]),
      crew_report: (key: string) =>
        call(`select public.crew_report($1, $2, $3, 'done', null, 0, null)`, [
          key,
          randomUUID(),
          job,
        ]),
    };
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(functions)) {
      const times = { malformed: [], ended: [], unknown: [] } as Record<
        keyof typeof keys,
        number[]
      >;
      for (let n = 0; n < CALLS; n++)
        for (const kind of ['malformed', 'ended', 'unknown'] as const) {
          const key = keys[kind]();
          const start = performance.now();
          await ask(key);
          times[kind].push(performance.now() - start);
        }
      for (const [kind, samples] of Object.entries(times))
        rows.push([
          `${name}, ${kind} key`,
          `${percentile(samples, 0.5).toFixed(2)} ms`,
          `half of them from ${ms(percentile(samples, 0.25))} to ${ms(percentile(samples, 0.75))}`,
        ]);
    }
    printTable(`The crew’s keys on PostgreSQL, median of ${CALLS} calls`, rows);
  } finally {
    await database.close();
    await template.stop();
  }
}
