import { beforeAll, describe, expect, it } from 'vitest';
import { ANON, useDatabase } from '../support/database.ts';
import { aBooking, storeFile } from '../support/records.ts';

const { asOwner, execute, insertAs } = useDatabase();

/** The parts of pg_cron, pg_net and the vault that the jobs use and the embedded database lacks. */
const EXTENSIONS = `
  create schema cron;
  create table cron.job (jobname text primary key, schedule text, command text);
  create function cron.schedule(job_name text, schedule text, command text) returns void language sql as
    'insert into cron.job values (job_name, schedule, command) on conflict (jobname) do update set command = excluded.command';
  create schema net;
  create table net.requests (url text, body jsonb);
  create function net.http_post(url text, body jsonb, timeout_milliseconds int default 5000) returns void language sql as
    'insert into net.requests values (url, body)';
  create function net.http_get(url text, params jsonb, timeout_milliseconds int default 5000) returns void language sql as
    'insert into net.requests values (url, params)';
  create schema vault;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
`;

const schedule = async () =>
  (await asOwner<{ done: boolean }>('select private.schedule_jobs() as done'))[0]?.done;
const jobs = () =>
  asOwner<{ jobname: string; schedule: string; command: string }>(
    'select * from cron.job order by jobname',
  );

it('without a scheduler the migrations succeed and schedule nothing', async () => {
  expect(await schedule()).toBe(false);
});

describe('with a scheduler', () => {
  beforeAll(async () => {
    await execute(EXTENSIONS);
    await schedule();
  });

  it('addresses and expired records are deleted and visits made every hour, résumés removed and alerts retried every five minutes, and scheduling again changes nothing', async () => {
    expect(await schedule()).toBe(true);
    expect((await jobs()).map(({ jobname, schedule: when }) => [jobname, when])).toEqual([
      ['forget-addresses', '7 * * * *'],
      ['make-visits', '3,23,43 * * * *'],
      ['remove-expired', '27 * * * *'],
      ['remove-unclaimed-resumes', '*/5 * * * *'],
      ['send-alerts', '*/5 * * * *'],
    ]);
  });

  it('the jobs’ commands do their work', async () => {
    await asOwner(
      `insert into private.submission_hits (target, client, at) values ('bookings', 'x', now() - interval '23 hours')`,
    );
    await asOwner(
      `insert into vault.decrypted_secrets values ('project_url', 'https://project.example.com')`,
    );
    await storeFile(asOwner, 'resumes', `${crypto.randomUUID()}.pdf`);
    await asOwner(`update storage.objects set created_at = now() - interval '1 day'`);
    const [booking, expired] = [aBooking(), aBooking()];
    await insertAs(ANON, 'public.bookings', booking);
    await insertAs(ANON, 'public.bookings', expired);
    await asOwner(
      `update public.bookings set created_at = now() - interval '13 months', preferred_date = current_date - 390 where id = $1`,
      [expired.id],
    );
    await asOwner(`update private.retention set months = 12 where target = 'bookings'`);
    await asOwner(`update public.alerts set created_at = now() - interval '15 minutes'`);
    for (const { command } of await jobs()) await asOwner(command);
    expect(await asOwner('select * from private.submission_hits')).toEqual([]);
    expect(await asOwner('select id from public.bookings')).toEqual([{ id: booking.id }]);
    expect(await asOwner('select * from net.requests order by url, body')).toEqual([
      { url: 'https://project.example.com/functions/v1/remove-unclaimed-resumes', body: {} },
      { url: 'https://project.example.com/functions/v1/send-form-email', body: { by: 'schedule' } },
      {
        url: 'https://project.example.com/functions/v1/send-form-email',
        body: { type: 'booking', data: { id: booking.id } },
      },
    ]);
  });

  it('each round notes itself and calls the function, also when no alert is due', async () => {
    await asOwner('delete from net.requests');
    await asOwner('delete from private.last_runs');
    await asOwner('delete from public.alerts');
    await asOwner('select private.ask_to_send_alerts()');
    expect(await asOwner('select body from net.requests')).toEqual([{ body: { by: 'schedule' } }]);
    expect(await asOwner('select job from private.last_runs')).toEqual([{ job: 'send-alerts' }]);
  });

  it('a project without a stored address is told what to store', async () => {
    await asOwner('delete from vault.decrypted_secrets');
    for (const name of ['ask_to_remove_unclaimed_resumes', 'ask_to_send_alerts']) {
      await expect(asOwner(`select private.${name}()`)).rejects.toMatchObject({
        message: 'The vault has no secret named project_url.',
        hint: expect.stringContaining('vault.create_secret'),
      });
    }
  });
});
