-- An IPv6 customer often has a /48, which is 65,536 of the /64 networks that are counted: the /48 counts too, more loosely.
-- What is kept about a sender is kept for 23 hours, so that an hourly job leaves nothing that is older than a day.
alter table private.flood_settings
  add column site_per_ten_minutes int not null default 40 check (site_per_ten_minutes >= 1),
  add column site_per_day int not null default 240 check (site_per_day >= 1);

-- The hash of the /48; null for an IPv4 address, which has no wider network of its own.
alter table private.submission_hits add column site bytea;
create index submission_hits_site on private.submission_hits (target, site, at) where site is not null;

-- How long a hit is kept, and with it what "a day" means to the limits.
create function private.hit_age() returns interval
language sql immutable parallel safe set search_path = ''
as $$ select interval '23 hours'; $$;

create function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$ delete from private.submission_hits where at <= now() - private.hit_age(); $$;

-- Who is asking, as hashes. `client` is null for a request that is not to be counted: made in the database itself, or exempt.
-- All requests whose address can't be read share one hash, so a wrong setting shows at once and opens nothing.
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

-- Remembers one stored submission and raises the alarm, at most once an hour for each target.
create function private.record_hit(_target text, _client bytea, _site bytea) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  perform private.forget_addresses();
  insert into private.submission_hits (target, client, site) values (_target, _client, _site);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour from private.flood_settings)
    and not exists (select from public.flood_alarms where target = _target and created_at > now() - interval '1 hour') then
    insert into public.flood_alarms (target, submissions) values (_target, total);
  end if;
end $$;

create or replace function private.guard_flood() returns trigger
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
  perform private.record_hit(tg_argv[0], sender.client, sender.site);
  return null;
end $$;

drop function private.record_hit(text, bytea);
drop function private.is_over_limit(text, bytea);
drop function private.client_hash();
