-- Records older than their period are deleted by the schedule. A table without a period keeps its rows.

-- The time of the last deletion of due rows; null before the first.
alter table private.retention add column last_run timestamptz;

-- [{target, months, due, last_run}]: how many rows of each table are due, and when due rows were last deleted.
create or replace function public.retention() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
    'target', target, 'months', months, 'due', (select count(*) from private.expired(target)), 'last_run', last_run
  ) order by target) from private.retention;
$$;

-- Deletes up to `at_most` due rows of each table through private.delete_submissions, while other writers wait.
create or replace function public.remove_expired(at_most int) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.retention set last_run = now();
  select private.delete_submissions(
    array(select private.expired('bookings') limit at_most),
    array(select private.expired('job_applications') limit at_most),
    array(select private.expired('contact_messages') limit at_most)
  );
$$;

-- Schedules the jobs; may be repeated. False without pg_cron. Without pg_net another scheduler must call the functions.
create or replace function private.schedule_jobs() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then return false; end if;
  perform cron.schedule('forget-addresses', '7 * * * *', 'select private.forget_addresses()');
  perform cron.schedule('remove-expired', '27 * * * *', 'select public.remove_expired(200)');
  if to_regnamespace('net') is not null then
    perform cron.schedule('remove-unclaimed-resumes', '*/5 * * * *', 'select private.ask_to_remove_unclaimed_resumes()');
    perform cron.schedule('send-alerts', '*/5 * * * *', 'select private.ask_to_send_alerts()');
  end if;
  return true;
end $$;
select private.schedule_jobs();
