-- An alert that was not sent is tried again for two days, with growing waits, always under its own id; from then on it is for staff,
-- who see it in the portal all the while. One that no device ever asked for counts, too: the device may be gone.

-- How long after its last try, or after its submission when there was none, an alert is due. Never a day: mail providers
-- forget an id after one, and would send again what they did send.
create function private.alert_wait(attempts int) returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select case when attempts < 1 then interval '15 minutes'
    else least(interval '5 minutes' * 3 ^ (least(attempts, 6) - 1), interval '12 hours') end;
$$;

-- [{type, data: {id}}]: what to ask the function send-form-email, the longest untried first. Whoever asks it, the alert is claimed by one.
create function public.due_alerts(at_most int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'data', jsonb_build_object('id', record_id)) order by tried_at), '[]')
  from (
    select kind, record_id, coalesce(claimed_at, created_at) as tried_at
    from public.alerts
    where state <> 'sent' and created_at > now() - interval '2 days'
      and coalesce(claimed_at, created_at) <= now() - private.alert_wait(attempts)
    order by tried_at limit at_most
  ) as due;
$$;
grant execute on function public.due_alerts(int) to service_role;

-- Where the database has a scheduler. The call needs no key: the function sends what is stored, and only once.
create function private.ask_to_send_alerts() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  due jsonb := public.due_alerts(20);
begin
  if due = '[]' then return; end if;
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  -- The function waits 20 seconds for the mail provider.
  perform net.http_post(url := project_url || '/functions/v1/send-form-email', body := asked, timeout_milliseconds := 30000)
    from jsonb_array_elements(due) as asked;
end $$;

-- As before, with the alerts.
create or replace function private.schedule_jobs() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then return false; end if;
  perform cron.schedule('forget-addresses', '7 * * * *', 'select private.forget_addresses()');
  if to_regnamespace('net') is not null then
    perform cron.schedule('remove-unclaimed-resumes', '17 * * * *', 'select private.ask_to_remove_unclaimed_resumes()');
    perform cron.schedule('send-alerts', '*/5 * * * *', 'select private.ask_to_send_alerts()');
  end if;
  return true;
end $$;
select private.schedule_jobs();
