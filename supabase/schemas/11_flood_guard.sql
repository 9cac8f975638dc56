-- Limits of one request and one sender. Devices keep a refused submission and send it later, so nothing is lost.

-- A visitor's statement inserts at most one row, an administrator's a hundred. A further row aborts it before it takes
-- the lock that all writers share.
create function private.begin_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('inserted.' || tg_table_name, '0', true);
  return null;
end $$;

-- A definer, because visitors may not call is_admin.
create function private.bound_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counter text := 'inserted.' || tg_table_name;
  nth int := current_setting(counter)::int + 1;
begin
  -- Once a statement: its further rows are the same caller's.
  if nth > 100 or (nth = 2 and not private.is_admin()) then
    raise sqlstate 'PT413' using
      message = 'Too many rows in one request.',
      hint = 'A visitor sends one row in a request, an administrator up to a hundred.';
  end if;
  perform set_config(counter, nth::text, true);
  return new;
end $$;

-- Triggers of one kind run in the order of their names: these before lock_revisions_for_row.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew', 'alerts'
  ] loop
    execute format($sql$
      create trigger begin_rows before insert on public.%1$I
        for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_rows();
      create trigger bound_rows before insert on public.%1$I
        for each row when (current_user in ('anon', 'authenticated')) execute function private.bound_rows();
    $sql$, listed);
  end loop;
end $$;

-- One row. Set it to the proxy in front of the API: the counted address is the one that our own proxy appended. The
-- leftmost address is written by the visitor. The numbers apply to each sender and table.
create table private.flood_settings (
  only_row boolean primary key default true check (only_row),
  client_ip_header text not null default 'x-forwarded-for' check (client_ip_header = lower(client_ip_header)),
  -- Counted from the right end of the header: 1 is the last address.
  trusted_proxy_hops int not null default 1 check (trusted_proxy_hops >= 1),
  per_ten_minutes int not null default 10 check (per_ten_minutes >= 1),
  per_day int not null default 60 check (per_day >= 1),
  -- The limits of an IPv6 /48, which one customer often has; each of its 65,536 /64 networks counts as one sender.
  site_per_ten_minutes int not null default 40 check (site_per_ten_minutes >= 1),
  site_per_day int not null default 240 check (site_per_day >= 1),
  -- The total of all senders' unclaimed résumés, in bytes: see private.bound_unclaimed_resumes.
  unclaimed_resume_bytes bigint not null default 268435456 check (unclaimed_resume_bytes >= 10485760),
  -- Total of all senders to one table per hour. More raises an alarm and blocks nobody.
  alarm_per_hour int not null default 100 check (alarm_per_hour >= 1),
  -- `exempt` does not count requests from this machine.
  loopback text not null default 'on' check (loopback in ('exempt', 'on')),
  -- Addresses are stored as hashes only; the secret prevents a search through all addresses.
  secret uuid not null default gen_random_uuid()
);
alter table private.flood_settings enable row level security;
insert into private.flood_settings default values;

-- One row for each counted submission, and for each use of a daily total. `site` is the hash of the /48, null for an
-- IPv4 address. `record_id` is the stored row, whose receipt counts to the same sender.
create table private.submission_hits (
  id bigint generated always as identity primary key,
  target text not null,
  client bytea not null,
  site bytea,
  at timestamptz not null default now(),
  amount int not null default 1,
  record_id uuid
);
create index submission_hits_record on private.submission_hits (record_id) where record_id is not null;
create index submission_hits_client on private.submission_hits (target, client, at);
create index submission_hits_site on private.submission_hits (target, site, at) where site is not null;
create index submission_hits_at on private.submission_hits (at);
alter table private.submission_hits enable row level security;

-- For staff: a flood of a table, or a total for all senders that is half used. `submissions` is the number at that
-- time.
create table public.flood_alarms (
  id uuid primary key default gen_random_uuid(),
  target text not null,
  submissions int not null,
  created_at timestamptz not null default now()
);
create index flood_alarms_newest on public.flood_alarms (created_at desc, id);
alter table public.flood_alarms enable row level security;
grant select on public.flood_alarms to authenticated;
create policy "admins read" on public.flood_alarms for select to authenticated using ((select private.is_admin()));

-- Raises an alarm, at most once an hour for each target.
create function private.raise_alarm(_target text, _submissions bigint) returns void
language sql security definer set search_path = ''
as $$
  insert into public.flood_alarms (target, submissions) select _target, _submissions
    where not exists (select from public.flood_alarms where target = _target and created_at > now() - interval '1 hour');
$$;

-- The sender named by a header's value: an IPv4 address, or the /64 of an IPv6 address, usually one household's. Null
-- if the value is no address.
create function private.network_of(address text) returns inet
language plpgsql immutable strict set search_path = ''
as $$
declare
  parsed inet;
begin
  -- An IPv4 address mapped into IPv6 counts as IPv4; otherwise all of them would be one network.
  parsed := regexp_replace(host(btrim(address)::inet), '^::ffff:(?=\d+\.)', '');
  return case family(parsed) when 4 then parsed else network(set_masklen(parsed, 64)) end;
exception when invalid_text_representation then
  return null;
end $$;

-- The hashes of the sender. `client` is null if the request is not counted: made in the database itself, or exempt. All
-- requests without a readable address share one hash, so that a wrong setting is noticed at once and weakens nothing.
create function private.sender(out client bytea, out site bytea)
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  origin inet;
begin
  if headers is null then return; end if;
  select * into settings from private.flood_settings;
  hops := string_to_array(headers ->> settings.client_ip_header, ',');
  origin := private.network_of(hops[cardinality(hops) - settings.trusted_proxy_hops + 1]);
  if settings.loopback = 'exempt' and (origin <<= '127.0.0.0/8' or origin = network('::1/64')) then return; end if;
  client := sha256(convert_to(settings.secret || coalesce(host(origin), 'unknown'), 'UTF8'));
  if family(origin) = 6 then
    site := sha256(convert_to(settings.secret || text(network(set_masklen(origin, 48))), 'UTF8'));
  end if;
end $$;

-- The age at which hits are removed, and the "day" of the limits: 23 hours, so that with an hourly job none gets older
-- than a day.
create function private.hit_age() returns interval
language sql immutable parallel safe set search_path = ''
as $$ select interval '23 hours'; $$;

-- One sender's share of a total for all senders, an eighth, and that of a /48, a quarter: a sender at its limit leaves
-- room for the others.
create function private.share_of(total bigint, out of_client bigint, out of_site bigint)
language sql immutable parallel safe set search_path = ''
as $$ select greatest(1, total / 8), greatest(1, total / 4); $$;

-- True if `_amount` more would exceed the share of a day's total of the sender or its /48. False without a sender.
create function private.is_over_share(_target text, _client bytea, _site bytea, _amount bigint, _total bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _client is not null and (
    coalesce(sum(amount) filter (where client = _client), 0) + _amount > (private.share_of(_total)).of_client
    or coalesce(sum(amount) filter (where site = _site), 0) + _amount > (private.share_of(_total)).of_site
  )
  from private.submission_hits
  where target = _target and (client = _client or site = _site) and at > now() - private.hit_age();
$$;

-- Also removes hits dated in the future by a wrong clock, which would block their senders until then. One minute of
-- tolerance, because a transaction that began a moment later may have committed earlier.
create function private.forget_hits() returns void
language sql security definer set search_path = ''
as $$
  delete from private.submission_hits where at <= now() - private.hit_age() or at > now() + interval '1 minute';
$$;

-- True if the sender or its /48 has used up the limits of a target. `_factor`: the target has a multiple of them.
create function private.is_over_limit(_target text, _client bytea, _site bytea, _factor int) returns boolean
language sql stable security definer set search_path = ''
as $$
  select by_client.recent >= s.per_ten_minutes * _factor or by_client.total >= s.per_day * _factor
    or by_site.recent >= s.site_per_ten_minutes * _factor or by_site.total >= s.site_per_day * _factor
  from private.flood_settings s,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and client = _client and at > now() - private.hit_age()
    ) as by_client,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and site = _site and at > now() - private.hit_age()
    ) as by_site;
$$;

-- Stores a hit, and raises the alarm about a flood of all senders.
create function private.record_hit(_target text, _client bytea, _site bytea, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  perform private.forget_hits();
  insert into private.submission_hits (target, client, site, record_id) values (_target, _client, _site, _record_id);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour * _factor from private.flood_settings) then perform private.raise_alarm(_target, total); end if;
end $$;

-- Counts a visitor's request, or refuses it with PT429.
create function private.count_request(_target text, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sender record;
begin
  select * into sender from private.sender();
  if sender.client is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('private.submission_hits'));
  if private.is_over_limit(_target, sender.client, sender.site, _factor) then
    raise sqlstate 'PT429' using
      message = 'Too many requests from this address.',
      hint = 'Please try again in ten minutes.';
  end if;
  perform private.record_hit(_target, sender.client, sender.site, _record_id, _factor);
end $$;

-- After the insert: a replay of a stored row meets the primary key first and is never delayed. The office's bookings
-- are not counted; visits of a series are inserted by the owner.
create function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'bookings' and private.is_office() then return null; end if;
  perform private.count_request(tg_argv[0], new.id, 1);
  return null;
end $$;

-- Counts visitors only, signed in or not; the server's own key is exempt.
create trigger guard_flood after insert on public.bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('bookings');
create trigger guard_flood after insert on public.job_applications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('job_applications');
create trigger guard_flood after insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('contact_messages');
