-- The state of the database for `npm run deploy:check`, for the server's own key. No person's address, no secret.
-- migrations: the applied versions; null if they are not recorded.
-- administrators: how many can sign in. accounts: how many there are, with the role or without.
-- revision: the last one handed out, and the greatest one of a row.
-- sender: the network that the flood guard counts for this request, and the addresses that proxies reported. loopback: whether
-- it exempts requests from the server's own machine.
-- jobs: the names of the scheduled jobs; null without a scheduler. visits: {series, last_run}: the series that run, and the time
-- at which their visits were last made. project_url: whether the vault holds this address.
-- alerts: the time of the last mail, and how many alerts of the last two days failed.
-- alarms: the targets of the alarms of the last two days.
create function public.deploy_state(_project_url text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  migrations jsonb;
  jobs jsonb;
  project_url boolean;
  listed text;
  top bigint;
  greatest_rev bigint := 0;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into migrations;
  end if;
  if to_regclass('cron.job') is not null then
    execute 'select coalesce(jsonb_agg(jobname order by jobname), ''[]'') from cron.job' into jobs;
  end if;
  if to_regclass('vault.decrypted_secrets') is not null then
    execute 'select exists (select from vault.decrypted_secrets where name = ''project_url'' and decrypted_secret = $1)'
      into project_url using _project_url;
  end if;
  for listed in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'rev' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('select max(rev) from public.%I', listed) into top;
    greatest_rev := greatest(greatest_rev, top);
  end loop;
  select * into settings from private.flood_settings;
  hops := string_to_array(headers ->> settings.client_ip_header, ',');
  return jsonb_build_object(
    'migrations', migrations,
    'administrators', (
      select count(*) from private.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and u.email is not null and u.email_confirmed_at is not null
    ),
    'without_factor', (
      select count(*) from private.user_roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and u.email is not null and u.email_confirmed_at is not null
        and not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
    ),
    'accounts', (select count(*) from auth.users),
    'epoch', (select epoch from private.sync_epoch),
    'revision', jsonb_build_object('last', (select last_value from private.revision), 'greatest', greatest_rev),
    'sender', jsonb_build_object(
      'counted', host(private.network_of(hops[cardinality(hops) - settings.trusted_proxy_hops + 1])),
      'forwarded_for', (
        select coalesce(jsonb_agg(host(private.network_of(hop)) order by place), '[]')
        -- The embedded backend replaces the usual header by one address, and keeps the original beside it.
        from unnest(string_to_array(coalesce(headers ->> 'x-received-forwarded-for', headers ->> 'x-forwarded-for'), ','))
          with ordinality as received (hop, place)
      ),
      'loopback', settings.loopback,
      'cf_connecting_ip', host(private.network_of(headers ->> 'cf-connecting-ip'))
    ),
    'jobs', jobs,
    'visits', jsonb_build_object(
      'series', (
        select count(*) from (select distinct booking_id from public.booking_events where kind = 'repeated') as first
        where private.is_running(booking_id)
      ),
      'last_run', (select at from private.last_runs where job = 'make-visits')
    ),
    'project_url', project_url,
    'alerts', jsonb_build_object(
      'last_sent', (select max(sent_at) from public.alerts),
      'late', (
        select count(*) from public.alerts
        where state = 'failed' and created_at > now() - interval '2 days'
      )
    ),
    'alarms', (
      select coalesce(jsonb_agg(distinct target order by target), '[]') from public.flood_alarms
      where created_at > now() - interval '2 days'
    )
  );
end $$;
grant execute on function public.deploy_state(text) to service_role;

-- The mails about the last two days' answers that are due for more than an hour. Those that a setting or the own share of an
-- address withholds are not late.
create function private.late_answers() returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from private.receipts r join public.booking_events e on e.id = r.event_id
  where r.state in ('pending', 'sending', 'failed') and coalesce(r.reason, '') not in ('off', 'share')
    and e.created_at between now() - interval '2 days' and now() - interval '1 hour'
    and not exists (select from public.booking_events later
      where later.booking_id = e.booking_id and later.rev > e.rev and not private.is_internal(later.kind));
$$;

-- For `npm run deploy:check`, the mails to customers of the last two days: {sent, failed, bounced, late}.
create function public.receipt_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'sent', count(*) filter (where state = 'sent'), 'failed', count(*) filter (where state = 'failed'),
    'bounced', count(*) filter (where state = 'bounced'), 'late', private.late_answers()
  ) from private.receipts where created_at > now() - interval '2 days';
$$;
grant execute on function public.receipt_counts() to service_role;

-- For `npm run deploy:check`: {errors, kinds, worst} of the last two days; kinds counts hashes, worst is the most frequent one.
create function public.browser_error_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'errors', coalesce(sum(times), 0),
    'kinds', count(distinct hash),
    'worst', (array_agg(kind || ' at ' || place order by times desc, place))[1]
  ) from public.browser_errors where day >= (now() at time zone 'Europe/London')::date - 1;
$$;
grant execute on function public.browser_error_counts() to service_role;

-- For the watcher from outside, for the server's own key: the alerts of the last two days, and the mails about answers, that are
-- older than an hour and not sent.
create function public.late_alerts() returns bigint
language sql stable security definer set search_path = ''
as $$
  select private.late_answers() + (
    select count(*) from public.alerts
    where state <> 'sent' and created_at between now() - interval '2 days' and now() - interval '1 hour'
  );
$$;
grant execute on function public.late_alerts() to service_role;

-- For `npm run deploy:check`: the last year's bookings, as {count, first, last, longest}: times of the first and the last one, and the
-- seconds of the longest pause between two.
create function public.booking_pauses() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'count', count(*),
    'first', min(created_at),
    'last', max(created_at),
    'longest', round(extract(epoch from max(pause)))
  )
  from (
    select created_at, created_at - lag(created_at) over (order by created_at) as pause
    from public.bookings where series is null and created_at > now() - interval '1 year'
  ) as recent;
$$;
grant execute on function public.booking_pauses() to service_role;
