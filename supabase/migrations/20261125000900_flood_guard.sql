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

-- Named to run before lock_revisions_for_row.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'alerts'
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

-- One row for each counted submission, and for each use of a daily total. `site` is the hash of the /48, null for an IPv4
-- address. `record_id` is the stored row, whose receipt counts to the same sender.
create table private.submission_hits (
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

-- For staff: a flood of a table, or a total for all senders that is half used. `submissions` is the number at that time.
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

-- Résumés without an application, by file name. Their senders are forgotten with the hits.
create table private.unclaimed_resumes (
  name text primary key,
  bytes bigint not null,
  client bytea,
  site bytea,
  stored_at timestamptz not null default now(),
  -- When the file is removed; null: a day after it was stored.
  remove_at timestamptz
);
alter table private.unclaimed_resumes enable row level security;

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

-- For the hourly job. Files before hits, as an application locks them.
create function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  update private.unclaimed_resumes set client = null, site = null
    where client is not null and (stored_at <= now() - private.hit_age() or stored_at > now() + interval '1 minute');
  select private.forget_hits();
$$;

create function private.is_over_limit(_target text, _client bytea, _site bytea) returns boolean
language sql stable security definer set search_path = ''
as $$
  select by_client.recent >= s.per_ten_minutes or by_client.total >= s.per_day
    or by_site.recent >= s.site_per_ten_minutes or by_site.total >= s.site_per_day
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
create function private.record_hit(_target text, _client bytea, _site bytea, _record_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  perform private.forget_hits();
  insert into private.submission_hits (target, client, site, record_id) values (_target, _client, _site, _record_id);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour from private.flood_settings) then perform private.raise_alarm(_target, total); end if;
end $$;

-- After the insert: a replay of a stored row meets the primary key first and is never delayed.
create function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sender record;
begin
  select * into sender from private.sender();
  if sender.client is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('private.submission_hits'));
  if private.is_over_limit(tg_argv[0], sender.client, sender.site) then
    raise sqlstate 'PT429' using
      message = 'Too many requests from this address.',
      hint = 'Please try again in ten minutes.';
  end if;
  perform private.record_hit(tg_argv[0], sender.client, sender.site, new.id);
  return null;
end $$;

-- Counts visitors only, signed in or not; the server's own key is exempt.
create trigger guard_flood after insert on public.bookings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('bookings');
create trigger guard_flood after insert on public.job_applications
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('job_applications');
create trigger guard_flood after insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_flood('contact_messages');

-- Storage inserts twice: first as the visitor, rolled back, which refuses a flood before the file is written; then as
-- itself for the same request, which is counted.
create trigger guard_flood after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.guard_flood('resumes');

-- Marks the oldest waiting files of the largest holder as due for removal, until this many bytes are freed or the holder
-- has no more. Holders are measured by the part of their share that they use: a sender by its own, or by its /48's.
create function private.make_room(_bytes bigint, _except text) returns void
language sql security definer set search_path = ''
as $$
  with
    settings as (select (private.share_of(unclaimed_resume_bytes)).* from private.flood_settings),
    waiting as (
      select name, bytes, stored_at, client, site,
        sum(bytes) over (partition by client) / of_client as of_client,
        case when site is null then 0 else sum(bytes) over (partition by site) / of_site end as of_site
      from private.unclaimed_resumes, settings where remove_at is null or remove_at > now()
    ),
    largest as (
      select client, site, of_site > of_client as is_site from waiting where name <> _except
      order by greatest(of_client, of_site) desc, stored_at, name limit 1
    ),
    held as (
      select w.name, sum(w.bytes) over (order by w.stored_at, w.name) - w.bytes as freed_before
      from waiting w, largest l
      where w.name <> _except and case when l.is_site then w.site = l.site else w.client is not distinct from l.client end
    )
  update private.unclaimed_resumes u set remove_at = now() from held where held.name = u.name and held.freed_before < _bytes;
$$;

-- Bounds the unclaimed résumés of all senders together. A sender above its share keeps a file for an hour only, and gets
-- no more once half of the total is used; then the largest holder's oldest files make room, and staff read an alarm. The
-- total itself ends uploads. A file counts as at least 64 KB, which also limits the number of files, until Storage has
-- removed it. Storage answers 429 for this error message.
create function private.bound_unclaimed_resumes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  size bigint := greatest(coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0), 65536);
  total bigint := (select unclaimed_resume_bytes from private.flood_settings);
  sender record;
  before record;
  is_over boolean;
begin
  if exists (select from public.job_applications where resume_path = new.name) then return null; end if;
  select * into sender from private.sender();
  -- Uploads take turns, so that each sees the total of the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.unclaimed_resumes'));
  select count(*) as files, coalesce(sum(bytes), 0) as stored,
    coalesce(sum(bytes) filter (where remove_at is null or remove_at > now()), 0) as waiting,
    coalesce(sum(bytes) filter (where client = sender.client), 0) as of_client,
    coalesce(sum(bytes) filter (where site = sender.site), 0) as of_site
    into before from private.unclaimed_resumes;
  select sender.client is not null and (before.of_client + size > share.of_client or before.of_site + size > share.of_site)
    into is_over from private.share_of(total) as share;
  if before.stored + size > total or (is_over and before.stored > total / 2) then
    raise sqlstate 'PT429' using
      message = 'Too many files wait for their applications: no more connections allowed.',
      hint = 'Please try again in an hour.';
  end if;
  insert into private.unclaimed_resumes (name, bytes, client, site, remove_at)
    values (new.name, size, sender.client, sender.site, case when is_over then now() + interval '1 hour' end);
  if before.waiting + size > total / 2 then
    perform private.raise_alarm('unclaimed_resumes', before.files + 1);
    perform private.make_room((before.waiting + size - total / 2)::bigint, new.name);
  end if;
  return null;
end $$;
create trigger bound_unclaimed_resumes after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.bound_unclaimed_resumes();

create function private.forget_unclaimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unclaimed_resumes where name = case tg_table_name when 'objects' then to_jsonb(old) ->> 'name' else to_jsonb(new) ->> 'resume_path' end;
  return null;
end $$;
create trigger forget_unclaimed_resume after delete on storage.objects
  for each row when (old.bucket_id = 'resumes') execute function private.forget_unclaimed_resume();
create trigger forget_unclaimed_resume after insert on public.job_applications
  for each row execute function private.forget_unclaimed_resume();

-- The names of up to 500 résumés to remove, the oldest first. Storage removes them: deleting the rows here would leave the
-- contents behind, and hosted projects refuse it.
create function public.unclaimed_resumes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'resumes'
      and (o.created_at <= now() - interval '1 day'
        or o.name in (select name from private.unclaimed_resumes where remove_at <= now()))
      and not exists (select from public.job_applications a where a.resume_path = o.name)
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.unclaimed_resumes() to service_role;
