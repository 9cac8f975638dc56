-- The crew's day: a code of the office registers a device's key, and the key reads its person's jobs and reports on
-- them. No request role has a right on a table. See docs/decisions/0026-crew.md.

-- The devices of the crew. Only the hash of a key is stored.
create table private.crew_devices (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references public.crew (id) on delete cascade,
  key_hash bytea not null unique,
  -- Such as "Chrome on Android", for the office.
  name text not null check (private.is_line(name, 1, 60)),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Its subscription for web push, as in push_devices.
  push_id uuid,
  endpoint text check (private.is_push_endpoint(endpoint)),
  p256dh text check (private.is_push_key(p256dh)),
  auth text check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_whole check (num_nonnulls(push_id, endpoint, p256dh, auth) in (0, 4))
);
create index crew_devices_crew on private.crew_devices (crew_id);
alter table private.crew_devices enable row level security;

-- The open codes, one a person. The first three characters find a code, and the other five are its secret.
create table private.crew_codes (
  crew_id uuid primary key references public.crew (id) on delete cascade,
  prefix text not null unique,
  hash bytea not null,
  wrong_tries int not null default 0,
  expires_at timestamptz not null default now() + interval '1 hour'
);
alter table private.crew_codes enable row level security;

create function private.crew_key_hash(_key text) returns bytea
language sql immutable parallel safe set search_path = ''
as $$ select sha256(convert_to(coalesce(_key, ''), 'UTF8')); $$;

-- The secret prevents a search through all codes.
create function private.crew_code_hash(_code text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(convert_to(secret || ' ' || _code, 'UTF8')) from private.job_secret;
$$;

-- Eight random characters of Crockford's base32 (https://www.crockford.com/base32.html).
create function private.new_crew_code() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random, place) & 31) + 1, 1), '')
  -- The bytes of a version 4 UUID that are random as a whole.
  from uuid_send(gen_random_uuid()) as random, unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as place;
$$;

-- A code as it was typed: in any case, with spaces and hyphens, and with the letters that Crockford reads as digits.
create function private.plain_code(typed text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select translate(regexp_replace(upper(coalesce(typed, '')), '[^0-9A-Z]', '', 'g'), 'OIL', '011');
$$;

-- For administrators: a code for one device of a person, as {code, expires_at}, in place of the open one. Null for an
-- unknown person.
create function private.crew_code(_crew_id uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  fresh text;
  expiry timestamptz;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can make codes for the crew.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  if not exists (select from public.crew where id = _crew_id) then return null; end if;
  delete from private.crew_codes where crew_id = _crew_id or expires_at <= now();
  loop
    fresh := private.new_crew_code();
    exit when not exists (select from private.crew_codes where prefix = left(fresh, 3));
  end loop;
  insert into private.crew_codes (crew_id, prefix, hash) values (_crew_id, left(fresh, 3), private.crew_code_hash(fresh))
    returning expires_at into expiry;
  return json_build_object('code', left(fresh, 4) || '-' || right(fresh, 4), 'expires_at', expiry);
end $$;
select private.expose('private.crew_code(uuid)', 'authenticated');

-- For administrators: the devices of all people, as [{id, crew_id, name, created_at, seen_at}], the newest first.
create function private.crew_devices() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the devices of the crew.';
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'id', id, 'crew_id', crew_id, 'name', name, 'created_at', created_at, 'seen_at', seen_at
    ) order by created_at desc, id), '[]') from private.crew_devices
  );
end $$;
select private.expose('private.crew_devices()', 'authenticated');

-- For administrators: ends the key of a device at once. False if it is not listed.
create function private.end_crew_device(_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can end a device of the crew.';
  end if;
  delete from private.crew_devices where id = _id;
  return found;
end $$;
select private.expose('private.end_crew_device(uuid)', 'authenticated');

-- Registers a device's key with a code: {outcome, name}. A key that is registered stays so, whatever the code, so that
-- a lost response costs nothing. Outcomes:
-- registered: `name` is the person's.
-- wrong: a wrong, used, ended or expired code; the fifth wrong try ends a code.
-- full: the person has three devices; the code stays.
create function private.crew_register(_code text, _key text, _device text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := private.plain_code(_code);
  typed_hash bytea := private.crew_code_hash(typed);
  code private.crew_codes;
  registered text;
begin
  if _key is null or _key !~ '^[0-9a-f]{32}$' or private.is_line(private.trimmed(_device), 1, 60) is not true then
    raise check_violation using message = 'A device has a key of 32 hexadecimal digits and a name.';
  end if;
  -- Registrations take turns, so that a code is used once, and each counts the earlier devices.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  perform private.count_request('crew_codes', null, 1);
  select c.name into registered from private.crew_devices d join public.crew c on c.id = d.crew_id
    where d.key_hash = private.crew_key_hash(_key);
  if registered is not null then return json_build_object('outcome', 'registered', 'name', registered); end if;
  select * into code from private.crew_codes where prefix = left(typed, 3) and expires_at > now();
  if code.hash is distinct from typed_hash then
    update private.crew_codes set wrong_tries = wrong_tries + 1 where crew_id = code.crew_id;
    delete from private.crew_codes where crew_id = code.crew_id and wrong_tries >= 5;
    return json_build_object('outcome', 'wrong');
  end if;
  if (select count(*) from private.crew_devices where crew_id = code.crew_id) >= 3 then
    return json_build_object('outcome', 'full');
  end if;
  delete from private.crew_codes where crew_id = code.crew_id;
  insert into private.crew_devices (crew_id, key_hash, name)
    values (code.crew_id, private.crew_key_hash(_key), private.trimmed(_device));
  return json_build_object('outcome', 'registered', 'name', (select name from public.crew where id = code.crew_id));
end $$;
select private.expose('private.crew_register(text,text,text)', 'anon');

-- True from six in the evening in London, when the way in is shown for the day after.
create function private.is_access_time(at timestamptz) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select (at at time zone 'Europe/London')::time >= '18:00'; $$;

-- The postcode district of an address, such as `PA1`; null for an address without a postcode.
create function private.district_of(address text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select found[1]
  from regexp_matches(upper(address), '\m([A-Z]{1,2}[0-9][0-9A-Z]?)[ \t]*[0-9][A-Z]{2}\M', 'g') with ordinality as matches (found, place)
  order by place desc limit 1;
$$;

-- The place of a slot in a day.
create function private.slot_order(time_slot text) returns int
language sql immutable strict parallel safe set search_path = ''
as $$ select array_position(array['morning', 'afternoon', 'evening'], time_slot); $$;

-- The first names of a job's other people, in order.
create function private.colleagues(booking public.bookings, _crew_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(split_part(c.name, ' ', 1) order by c.name), '[]')
  from public.crew c where c.id = any(booking.crew) and c.id <> _crew_id;
$$;

-- The fields of the booking form that the crew may see of a job.
create function private.crew_facts(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(field, to_jsonb(booking) -> field) from unnest(private.crew_fields()) as field;
$$;

-- The jobs of a person, by the key of a device: {name, now, today, ends_at, jobs, later}; null for a key that is not
-- registered. `jobs` are today's and tomorrow's, whole but for the way in, which is shown from the evening before;
-- `later`: of the seven days after, day, slot, service and district. `ends_at`: the end of tomorrow in London. Phones
-- ask all day, and many share an address, so the flood guard's limits are sixtyfold.
create function private.crew_jobs(_key text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  today date := private.london_today();
begin
  perform private.count_request('crew_jobs', null, 60);
  update private.crew_devices set seen_at = now() where key_hash = private.crew_key_hash(_key) returning * into device;
  if not found then return null; end if;
  return json_build_object(
    'name', (select name from public.crew where id = device.crew_id),
    'now', now(),
    'today', today,
    'ends_at', (today + 2)::timestamp at time zone 'Europe/London',
    'jobs', (
      select coalesce(jsonb_agg(private.crew_facts(b) || jsonb_build_object(
        'job', b.job, 'day', b.preferred_date, 'time_slot', b.preferred_time, 'instructions', b.instructions,
        'access', case when b.preferred_date = today or private.is_access_time(now()) then b.access end,
        'with', private.colleagues(b, device.crew_id)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today and today + 1 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    ),
    'later', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', b.preferred_date, 'time_slot', b.preferred_time, 'service_type', b.service_type, 'service', b.service,
        'district', private.district_of(b.address)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today + 2 and today + 8 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    )
  );
end $$;
select private.expose('private.crew_jobs(text)', 'anon');

-- True if a booking is or was somebody's: given to them, or its series.
create function private.was_assigned(booking public.bookings, _crew_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select _crew_id = any(booking.crew) or exists (
    select from private.setting_changes c
    where c.booking_id in (booking.id, booking.series) and c.field = 'crew' and c.value ? _crew_id::text
  );
$$;

-- Stores a report on a booking. The caller holds the lock of the revisions.
create function private.add_report(
  booking public.bookings, _id uuid, _crew_id uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns public.crew_reports
language sql volatile set search_path = ''
as $$
  with revised as (update public.bookings set rev = rev where id = booking.id returning rev)
  insert into public.crew_reports (id, booking_id, crew_id, kind, message, pictures, made_at, late, rev)
  select _id, booking.id, _crew_id, _kind, _message, _pictures, _made_at,
    case when booking.status = 'cancelled' then 'cancelled'
      when not _crew_id = any(booking.crew) then 'given-away' end,
    rev
  from revised returning *;
$$;

-- Adds a person's report on a job, by the key of a device: {outcome, late}. It changes no status. `_pictures`: how many
-- are uploaded to the bucket `jobs` afterwards; `_made_at`: the phone's time, of the past week. Outcomes:
-- added: stored now or before, under the same id. `late`: the job was cancelled or given away before; else null.
-- gone: there is no such job, or it was never this person's.
-- ended: the key is not registered.
create function private.crew_report(
  _key text, _event_id uuid, _job uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  booking public.bookings;
  report public.crew_reports;
begin
  if _event_id is null or _kind is null or _kind not in ('done', 'locked-out', 'noted') then
    raise check_violation using message = 'A report has an id, and is done, locked-out or noted.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into device from private.crew_devices where key_hash = private.crew_key_hash(_key);
  select * into booking from public.bookings where job = _job;
  select * into report from public.crew_reports where id = _event_id and booking_id = booking.id and kind = _kind;
  if device.id is null or report.id is null then
    perform private.count_request('crew_reports', _event_id, 12);
    if device.id is null then return json_build_object('outcome', 'ended'); end if;
    if booking.id is null or not private.was_assigned(booking, device.crew_id) then
      return json_build_object('outcome', 'gone');
    end if;
    report := private.add_report(booking, _event_id, device.crew_id, _kind, _message, coalesce(_pictures, 0),
      least(greatest(coalesce(_made_at, now()), now() - interval '7 days'), now()));
    if _kind = 'locked-out' then
      insert into private.crew_pushes (id, for_office) values (_event_id, true);
    end if;
    update private.crew_devices set seen_at = now() where id = device.id;
  end if;
  return json_build_object('outcome', 'added', 'late', report.late);
end $$;
select private.expose('private.crew_report(text,uuid,uuid,text,text,int,timestamptz)', 'anon');

-- Takes a deleted person out of the jobs from today on. Their keys go with the row.
create function private.release_crew() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set crew = array_remove(crew, old.id)
    where preferred_date >= private.london_today() and old.id = any(crew);
  return null;
end $$;
create trigger release_crew after delete on public.crew
  for each row execute function private.release_crew();

-- Empties the ways in that nobody needs: a week after a visit, that of a series' first booking a week after the last
-- one.
create function private.empty_access() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before date := private.london_today() - 7;
  due uuid[] := array(
    select id from public.bookings b
    where access is not null and preferred_date <= before and not private.is_ahead(id, preferred_date)
      and not exists (select from public.bookings v where v.series = b.id and v.preferred_date > before)
  );
begin
  if cardinality(due) > 0 then update public.bookings set access = null where id = any(due); end if;
end $$;

-- Web push.

-- Stores the device's subscription; true if its key is registered.
create function private.crew_notify(_key text, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('crew_notifications', null, 1);
  update private.crew_devices set push_id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where key_hash = private.crew_key_hash(_key);
  return found;
end $$;
select private.expose('private.crew_notify(text,uuid,text,text,text)', 'anon');

-- The people whose sheet shows a booking of today or tomorrow whole.
create function private.shown_to(booking public.bookings) returns uuid[]
language sql stable set search_path = ''
as $$
  select case when booking.status = 'confirmed' and booking.preferred_date between private.london_today() and private.london_today() + 1
    then booking.crew else '{}' end;
$$;

-- The people whose day a change of a booking concerns: they gained it, lost it, or its day, slot, instructions or way
-- in changed. A completed job needs no notification.
create function private.notice_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former uuid[] := '{}';
  present uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then former := private.shown_to(old); end if;
  if tg_op <> 'DELETE' then
    if new.status = 'completed' then return null; end if;
    present := private.shown_to(new);
  end if;
  insert into private.crew_pushes (id)
    select member from (select distinct unnest(former || present)) as concerned (member)
    where exists (select from private.crew_devices d where d.crew_id = member and d.push_id is not null)
      and (
        not (member = any(former) and member = any(present))
        or (old.preferred_date, old.preferred_time, old.instructions, old.access)
          is distinct from (new.preferred_date, new.preferred_time, new.instructions, new.access)
      )
    on conflict (id) do update set state = 'pending', attempts = 0, created_at = now(), claimed_at = now();
  return null;
end $$;
create trigger notice_day after insert on public.bookings
  for each row when (new.crew <> '{}') execute function private.notice_day();
create trigger notice_changed_day after update on public.bookings
  for each row when (old.crew <> '{}' or new.crew <> '{}') execute function private.notice_day();
create trigger notice_lost_day after delete on public.bookings
  for each row when (old.crew <> '{}') execute function private.notice_day();

-- The ids of up to twenty notifications about changed days that were not tried yet.
create function public.new_crew_pushes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(id), '[]') from (
    select id from private.crew_pushes where state = 'pending' and not for_office order by created_at limit 20
  ) as untried;
$$;
grant execute on function public.new_crew_pushes() to service_role;

-- Leases a notification to one caller for two minutes: {crew_id, record, sequence}; null if none is due. `crew_id`: the
-- person whose day has changed; null for a report, of whose booking `record` has id, day and slot. `sequence` orders
-- the notifications of a person and those of a booking. A failed one obeys the alerts' backoff, for a day.
create function public.claim_crew_push(_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  push private.crew_pushes;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.crew_pushes p set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where p.id = _id and p.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
      and (not p.for_office or exists (select from public.crew_reports where id = p.id))
    returning * into push;
  if not found then return null; end if;
  if not push.for_office then
    return jsonb_build_object('crew_id', push.id, 'record', null, 'sequence', extract(epoch from push.created_at)::bigint);
  end if;
  return (
    select jsonb_build_object(
      'crew_id', null,
      'record', jsonb_build_object('id', b.id, 'preferred_date', b.preferred_date, 'preferred_time', b.preferred_time),
      'sequence', r.rev
    ) from public.crew_reports r join public.bookings b on b.id = r.booking_id where r.id = push.id
  );
end $$;
grant execute on function public.claim_crew_push(uuid) to service_role;

-- Stores the result of an attempt. `_done`: nothing remains to be sent. A day that changed meanwhile stays due.
create function public.finish_crew_push(_id uuid, _done boolean) returns void
language sql security definer set search_path = ''
as $$
  update private.crew_pushes set state = case when _done then 'sent' else 'failed' end where id = _id and state = 'sending';
$$;
grant execute on function public.finish_crew_push(uuid, boolean) to service_role;

-- A person's devices, as [{id, endpoint, p256dh, auth}].
create function public.crew_targets(_crew_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', push_id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
  from private.crew_devices where crew_id = _crew_id and push_id is not null;
$$;
grant execute on function public.crew_targets(uuid) to service_role;

-- Forgets the subscriptions that have ended, according to the push service.
create function public.remove_crew_subscriptions(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  update private.crew_devices set push_id = null, endpoint = null, p256dh = null, auth = null where push_id = any(_ids);
$$;
grant execute on function public.remove_crew_subscriptions(uuid[]) to service_role;
