-- Lines of `npm run deploy:check` that the owner knows about: they do not fail it until the day is over. A failure
-- after `at` counts.
create table private.known_lines (
  line text primary key,
  until date not null,
  at timestamptz not null default now()
);
alter table private.known_lines enable row level security;

-- Stores that the owner knows of a line, from now on; null as the day takes it back.
create function public.set_known(_line text, _until date) returns void
language sql security definer set search_path = ''
as $$
  delete from private.known_lines where line = _line or until < private.london_today();
  insert into private.known_lines (line, until) select _line, _until where _until is not null;
$$;
grant execute on function public.set_known(text, date) to service_role;

-- The age of a job's last run in seconds; null before the first.
create function private.seconds_since(_job text) returns bigint
language sql stable set search_path = ''
as $$
  select extract(epoch from now() - at)::bigint from private.last_runs where job = _job;
$$;

-- The state of the database for `npm run deploy:check`, for the server's own key. No person's address, no secret.
-- migrations: the applied versions; null if they are not recorded. migration_texts: a hash of each recorded text, by
-- version, without the whitespace and semicolons at which the official CLI parts it.
-- administrators: how many can sign in. accounts: how many there are, with the role or without.
-- revision: the last one handed out, and the greatest one of a row.
-- sender: the network that the flood guard counts for this request, and the addresses that proxies reported. loopback:
-- whether it exempts requests from the server's own machine.
-- jobs: the names of the scheduled jobs; null without a scheduler. visits: {series, last_run}: the series that run, and
-- the time at which their visits were last made. project_url: whether the vault holds this address.
-- read_only: whether the database takes no writes by default. heartbeat: the seconds since the last round of
-- send-alerts (`cron`), since the function noted its call (`schedule`), and since it noted a watcher's (`watcher`);
-- each null before the first.
-- is_restored: whether the epoch began on another server: see private.server_identity.
-- alerts: the time of the last mail; the alerts that failed or are an hour late, those of them that are not tried any
-- more, and the time of the last such failure.
-- mails: how many mails went in the last day to office and customers, and how many the provider sends; null while
-- unknown.
-- alarms: the targets of the alarms of the last 30 days, and the time of the last one. last_backup: the time of the
-- last `npm run backup`.
-- known: {line: {until, at}}.
create function public.deploy_state(_project_url text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  migrations jsonb;
  migration_texts jsonb;
  jobs jsonb;
  project_url boolean;
  listed text;
  top bigint;
  greatest_rev bigint := 0;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]''),
        jsonb_object_agg(version, md5(regexp_replace(array_to_string(statements, ''''), ''[ \t\r\n;]'', '''', ''g'')))
          filter (where statements is not null)
      from supabase_migrations.schema_migrations' into migrations, migration_texts;
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
    'migration_texts', migration_texts,
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
    'is_restored', (select server <> private.server_identity() from private.sync_epoch),
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
    'read_only', current_setting('default_transaction_read_only')::boolean,
    'heartbeat', jsonb_build_object(
      'cron', private.seconds_since('send-alerts'),
      'schedule', private.seconds_since('answer-schedule'),
      'watcher', private.seconds_since('answer-watcher')
    ),
    'alerts', (
      select jsonb_build_object(
        'last_sent', (select max(sent_at) from public.alerts),
        'unsent', count(*),
        'given_up', count(*) filter (where bounced_at is not null or created_at <= now() - interval '2 days'),
        'latest', max(greatest(created_at, claimed_at, bounced_at))
      )
      from public.alerts where state <> 'sent' and (state = 'failed' or created_at <= now() - interval '1 hour')
    ),
    'mails', jsonb_build_object(
      'used', (
        select count(*) from public.alerts where sent_at > now() - interval '1 day'
      ) * coalesce((select mailboxes from private.mail_settings), 1) + (
        select count(*) from private.receipts where state in ('sent', 'bounced') and created_at > now() - interval '1 day'
      ),
      'limit', (select daily_limit from private.mail_settings)
    ),
    'alarms', (
      select jsonb_build_object('targets', coalesce(jsonb_agg(distinct target order by target), '[]'), 'latest', max(created_at))
      from public.flood_alarms where created_at > now() - interval '30 days'
    ),
    'last_backup', (select at from private.last_runs where job = 'backup'),
    'known', (
      select coalesce(jsonb_object_agg(line, jsonb_build_object('until', until, 'at', at)), '{}')
      from private.known_lines where until >= private.london_today()
    )
  );
end $$;
grant execute on function public.deploy_state(text) to service_role;

-- The mails about answers and reminders since a time that are due for more than an hour. Those that a setting or the
-- own share of an address withholds are not late.
create function private.late_answers(_since timestamptz) returns setof private.receipts
language sql stable set search_path = ''
as $$
  select r.* from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join private.reminders m on m.id = r.reminder_id
  where r.state in ('pending', 'sending', 'failed') and coalesce(r.reason, '') not in ('off', 'share')
    and coalesce(e.created_at, m.created_at) between _since and now() - interval '1 hour'
    and not exists (select from public.booking_events later
      where later.booking_id = coalesce(e.booking_id, m.booking_id) and later.rev > coalesce(e.rev, m.rev));
$$;

-- For `npm run deploy:check`, the mails to customers: {sent, bounced} of the last two days; {failed, late, latest} of
-- all, with the time of the last failure. A mail whose address the provider refused is no failure.
create function public.receipt_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with failed as (select * from private.receipts where state = 'failed' and reason is distinct from 'refused'),
    late as (select * from private.late_answers('-infinity') where reason is distinct from 'refused')
  select jsonb_build_object(
    'sent', count(*) filter (where state = 'sent'), 'bounced', count(*) filter (where state = 'bounced'),
    'failed', (select count(*) from failed), 'late', (select count(*) from late),
    'latest', (select max(greatest(created_at, claimed_at)) from (select * from failed union all select * from late) as both_kinds)
  ) from private.receipts where created_at > now() - interval '2 days';
$$;
grant execute on function public.receipt_counts() to service_role;

-- For `npm run deploy:check`: {errors, kinds, worst} of the last two days; kinds counts hashes, worst is the most
-- frequent one.
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

-- For the watcher from outside and the schedule's call, for the server's own key: notes the call, and counts the alerts
-- of the last two days, and the mails about answers, that are older than an hour and not sent. Fails while the database
-- is read-only, as hosted Supabase makes it when its disk is full; the API's transactions are READ WRITE all the same,
-- so the write alone would not fail.
create function public.late_alerts(_caller text default 'watcher') returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('default_transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'The database is read-only.';
  end if;
  perform private.note_run(case _caller when 'schedule' then 'answer-schedule' else 'answer-watcher' end);
  return (select count(*) from private.late_answers(now() - interval '2 days')) + (
    select count(*) from public.alerts
    where state <> 'sent' and created_at between now() - interval '2 days' and now() - interval '1 hour'
  );
end $$;
grant execute on function public.late_alerts(text) to service_role;

-- For `npm run deploy:check`: the last year's bookings, as {count, first, last, longest}: times of the first and the
-- last one, and the seconds of the longest pause between two.
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
