-- Ten submissions in ten minutes and sixty a day, for each network address and table. Devices keep what is refused here
-- and send it later; nothing is lost.

-- One row. Set it to what stands in front of the API: the address is the one that our own proxy appended,
-- never the leftmost, which the visitor can write.
create table private.flood_settings (
  only_row boolean primary key default true check (only_row),
  client_ip_header text not null default 'x-forwarded-for' check (client_ip_header = lower(client_ip_header)),
  -- Counted from the right end of the header: 1 is the last address.
  trusted_proxy_hops int not null default 1 check (trusted_proxy_hops >= 1),
  per_ten_minutes int not null default 10 check (per_ten_minutes >= 1),
  per_day int not null default 60 check (per_day >= 1),
  -- From all addresses together to one table; more than this in an hour raises an alarm and blocks nobody.
  alarm_per_hour int not null default 100 check (alarm_per_hour >= 1),
  -- Requests from this machine itself are not counted, unless it is `on`.
  loopback text not null default 'exempt' check (loopback in ('exempt', 'on')),
  -- Addresses are kept as hashes only; without the secret they can't be found by trying all of them.
  secret uuid not null default gen_random_uuid()
);
alter table private.flood_settings enable row level security;
insert into private.flood_settings default values;

create table private.submission_hits (
  target text not null,
  client bytea not null,
  at timestamptz not null default now()
);
create index submission_hits_client on private.submission_hits (target, client, at);
create index submission_hits_at on private.submission_hits (at);
alter table private.submission_hits enable row level security;

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

-- The network that a header's value names: an IPv4 address, or the /64 of an IPv6 address, which is one household's.
-- Null if it names none.
create function private.network_of(address text) returns inet
language plpgsql immutable strict set search_path = ''
as $$
declare
  parsed inet;
begin
  -- An IPv4 address in IPv6 spelling is the IPv4 address; else all of them would be one network.
  parsed := regexp_replace(host(btrim(address)::inet), '^::ffff:(?=\d+\.)', '');
  return case family(parsed) when 4 then parsed else network(set_masklen(parsed, 64)) end;
exception when invalid_text_representation then
  return null;
end $$;

-- Who is asking, as a hash. Null for a request that is not to be counted: made in the database itself, or exempt.
-- All requests whose address can't be read share one hash, so a wrong setting shows at once and opens nothing.
create function private.client_hash() returns bytea
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings private.flood_settings;
  headers json := nullif(current_setting('request.headers', true), '')::json;
  hops text[];
  client inet;
begin
  if headers is null then return null; end if;
  select * into settings from private.flood_settings;
  hops := string_to_array(headers ->> settings.client_ip_header, ',');
  client := private.network_of(hops[cardinality(hops) - settings.trusted_proxy_hops + 1]);
  if settings.loopback = 'exempt' and (client <<= '127.0.0.0/8' or client = network('::1/64')) then return null; end if;
  return sha256(convert_to(settings.secret || coalesce(host(client), 'unknown'), 'UTF8'));
end $$;

create function private.is_over_limit(_target text, _client bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where h.at > now() - interval '10 minutes') >= s.per_ten_minutes or count(*) >= s.per_day
  from private.flood_settings s
  left join private.submission_hits h on h.target = _target and h.client = _client and h.at > now() - interval '1 day'
  group by s.per_ten_minutes, s.per_day;
$$;

-- Remembers one stored submission for a day and raises the alarm, at most once an hour for each target.
create function private.record_hit(_target text, _client bytea) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  delete from private.submission_hits where at <= now() - interval '1 day';
  insert into private.submission_hits (target, client) values (_target, _client);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour from private.flood_settings)
    and not exists (select from public.flood_alarms where target = _target and created_at > now() - interval '1 hour') then
    insert into public.flood_alarms (target, submissions) values (_target, total);
  end if;
end $$;

-- After the insert: a replay of what is stored meets the key first and is never told to wait.
create function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  client bytea := private.client_hash();
begin
  if client is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('private.submission_hits'));
  if private.is_over_limit(tg_argv[0], client) then
    raise sqlstate 'PT429' using
      message = 'Too many requests from this address.',
      hint = 'Please try again in ten minutes.';
  end if;
  perform private.record_hit(tg_argv[0], client);
  return null;
end $$;

-- Only visitors are counted, signed in or not: what the server's own key stores is nobody's flood.
create trigger guard_flood after insert on public.bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('bookings');
create trigger guard_flood after insert on public.job_applications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('job_applications');
create trigger guard_flood after insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('contact_messages');

-- Storage asks twice: it tries the insert as the visitor and takes it back, which refuses a flood before any file is
-- written; then it inserts as itself, for the same request, and that one counts.
create trigger guard_flood after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.guard_flood('resumes');
