-- The scheduled jobs, if the database has a scheduler: pg_cron, and pg_net to call a function, as Supabase documents
-- it. The embedded backend runs the same jobs in its process.

-- The hourly job: forgets senders, the devices of bookings whose day has passed, ways in and codes of the crew that are
-- over, and the crew's devices that were not seen for 60 days. The bookings, then files, then hits, as an application
-- locks them.
create function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  select private.empty_access();
  delete from private.crew_codes where expires_at <= now();
  delete from private.crew_devices where seen_at <= now() - interval '60 days';
  delete from private.crew_pushes where created_at <= now() - interval '1 day';
  update private.unclaimed_resumes set client = null, site = null
    where client is not null and (stored_at <= now() - private.hit_age() or stored_at > now() + interval '1 minute');
  delete from private.request_devices d using public.bookings b
    where b.id = d.booking_id and not private.is_ahead(b.id, b.preferred_date);
  select private.forget_hits();
$$;

-- Calls the function that removes unclaimed résumés and old pictures of jobs, if some are due. Every five minutes,
-- because files that make room for others take space until then. The vault holds the project's address, which differs
-- from project to project; the call needs no key.
create function private.ask_to_remove_unclaimed_resumes() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
begin
  if public.unclaimed_resumes() = '[]' and public.expired_pictures() = '[]' then return; end if;
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  perform net.http_post(url := project_url || '/functions/v1/remove-unclaimed-resumes', body := '{}'::jsonb);
end $$;

-- Adds the due reminders, and asks send-form-email to send the due alerts. The call needs no key: the function sends
-- stored records, and each only once. Each round notes itself and calls the function as a watcher does: see
-- checkHeartbeat.
create function private.ask_to_send_alerts() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  due jsonb;
begin
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  perform private.note_run('send-alerts');
  perform net.http_get(url := project_url || '/functions/v1/send-form-email', params := '{"by": "schedule"}'::jsonb, timeout_milliseconds := 30000);
  perform private.add_reminders(50);
  due := public.due_alerts(20);
  -- The function waits 20 seconds for the mail provider.
  perform net.http_post(url := project_url || '/functions/v1/send-form-email', body := asked, timeout_milliseconds := 30000)
    from jsonb_array_elements(due) as asked;
end $$;

-- Schedules the jobs; may be repeated. False without pg_cron. Without pg_net another scheduler must call the functions.
create function private.schedule_jobs() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then return false; end if;
  perform cron.schedule('forget-addresses', '7 * * * *', 'select private.forget_addresses()');
  perform cron.schedule('remove-expired', '27 * * * *', 'select public.remove_expired(200)');
  perform cron.schedule('make-visits', '3,23,43 * * * *', 'select private.make_due_visits(20)');
  if to_regnamespace('net') is not null then
    perform cron.schedule('remove-unclaimed-resumes', '*/5 * * * *', 'select private.ask_to_remove_unclaimed_resumes()');
    perform cron.schedule('send-alerts', '*/5 * * * *', 'select private.ask_to_send_alerts()');
  end if;
  return true;
end $$;

do $$
declare
  wanted record;
begin
  for wanted in select * from (values ('pg_cron', 'pg_catalog'), ('pg_net', 'extensions')) as listed (extension, in_schema) loop
    if exists (select from pg_available_extensions where name = wanted.extension) then
      begin
        execute format('create extension if not exists %I with schema %I', wanted.extension, wanted.in_schema);
      exception when others then
        -- The extension is installed, but not loaded into this server or not allowed in this database.
        raise warning 'Not all hourly work is scheduled: %', sqlerrm;
      end;
    end if;
  end loop;
end $$;
select private.schedule_jobs();
