-- True for an address of a browser's push service: Chrome and its relatives, Firefox, Edge, Safari. Any other host
-- could be one of the server's own network. The same list as _shared/push-services.ts.
create function private.is_push_endpoint(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(value) <= 1000
    and value ~ '^https://((fcm\.googleapis|jmt17\.google)\.com|([a-z0-9-]+\.)+(push\.services\.mozilla|notify\.windows|push\.apple)\.com)/[!-~]*$';
$$;

-- True for a point of P-256 (SEC 2, 2.4.2) in base64url, uncompressed. No message can be encrypted for anything else.
create function private.is_push_key(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  b constant numeric := 41058363725152142129326129780047268409114441015993725554835256314039467401291;
  point bytea;
  x numeric := 0;
  y numeric := 0;
begin
  -- The first byte is 4.
  if value !~ '^B[A-P][A-Za-z0-9_-]{85}$' then return false; end if;
  point := decode(translate(value, '-_', '+/') || '=', 'base64');
  for n in 1..32 loop
    x := x * 256 + get_byte(point, n);
    y := y * 256 + get_byte(point, n + 32);
  end loop;
  return x < p and y < p and mod(y * y, p) = mod(x * x * x - 3 * x + b, p);
end $$;
grant execute on function private.is_push_endpoint(text), private.is_push_key(text) to authenticated;

-- The devices that receive a notification of each new submission (web push), one row for each browser's subscription of
-- an administrator. The browser derives the id from the endpoint, so that a repeated insert is recognised. Only the
-- server's own key reads endpoint and keys, through push_targets.
create table public.push_devices (
  id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  endpoint text not null check (private.is_push_endpoint(endpoint)),
  -- The subscription's public key and its secret, which encrypt a message for this browser alone.
  p256dh text not null check (private.is_push_key(p256dh)),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- Such as "Chrome on Android", for its owner.
  name text not null check (private.is_line(name, 1, 60)),
  created_at timestamptz not null default now()
);
create index push_devices_user on public.push_devices (user_id);
alter table public.push_devices enable row level security;
grant select (id, name, created_at), insert (id, endpoint, p256dh, auth, name), delete on public.push_devices to authenticated;
create policy "admins read their own" on public.push_devices for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_admin()));
create policy "admins add their own" on public.push_devices for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));
create policy "admins remove their own" on public.push_devices for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_admin()));

-- At most ten devices per user, of known push services. The lock serialises one user's insertions.
create function private.limit_push_devices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_push_endpoint(new.endpoint) then
    raise check_violation using message = 'The push service of this browser is not known to us. Use another browser.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.push_devices'), hashtext(new.user_id::text));
  if (select count(*) from public.push_devices where user_id = new.user_id) >= 10 then
    raise check_violation using message = 'Ten devices are listed already. Stop one of them first.';
  end if;
  return new;
end $$;
create trigger limit_push_devices before insert on public.push_devices
  for each row execute function private.limit_push_devices();

-- The devices of all current administrators, as [{id, endpoint, p256dh, auth}].
create function public.push_targets() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)), '[]')
  from public.push_devices d join private.user_roles r on r.user_id = d.user_id and r.role = 'admin';
$$;
grant execute on function public.push_targets() to service_role;

-- Removes devices whose subscription has ended, according to the push service.
create function public.remove_push_devices(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$ delete from public.push_devices where id = any(_ids); $$;
grant execute on function public.remove_push_devices(uuid[]) to service_role;

-- The devices on which a booking's customer wants a notification of the office's answers (web push). The request's full
-- id is the key, as in request_states. A device is removed with its booking, once the booking's day and every offered
-- day have passed, and when its subscription has ended. See docs/decisions/0018-web-push.md.
create table private.request_devices (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- Derived from the endpoint by the browser.
  id uuid not null,
  -- As in push_devices.
  endpoint text not null check (private.is_push_endpoint(endpoint)),
  p256dh text not null check (private.is_push_key(p256dh)),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  primary key (booking_id, id)
);
alter table private.request_devices enable row level security;

-- True while a booking's day, one of an event or a visit of its series is to come, or its series runs.
create function private.is_ahead(_booking_id uuid, _day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _day >= private.london_today()
    or exists (select from public.booking_events e where e.booking_id = _booking_id and e.day >= private.london_today())
    or exists (select from public.bookings v where v.series = _booking_id and v.preferred_date >= private.london_today())
    or private.is_running(_booking_id);
$$;

-- Adds a device, five at most for a booking that is to come; true if it is listed. An unknown id, an erased record and
-- a booking that is over answer false.
create function private.notify_request(_booking_id uuid, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('request_devices', null, 1);
  perform pg_advisory_xact_lock(hashtext('private.request_devices'), hashtext(_booking_id::text));
  insert into private.request_devices (booking_id, id, endpoint, p256dh, auth)
    select b.id, _id, _endpoint, _p256dh, _auth from public.bookings b
    where b.id = _booking_id and private.is_ahead(b.id, b.preferred_date)
      and (b.status in ('pending', 'confirmed') or private.is_running(b.id))
      and (select count(*) from private.request_devices d where d.booking_id = b.id and d.id <> _id) < 5
    on conflict (booking_id, id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth;
  return found;
end $$;
select private.expose('private.notify_request(uuid,uuid,text,text,text)', 'anon, authenticated');

-- Removes a device from a booking; one that is not listed counts as removed. Nobody guesses a booking's id, so it is
-- not counted, and never refused.
create function private.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_devices where booking_id = _booking_id and id = _id;
  return true;
end $$;
select private.expose('private.stop_notifying(uuid,uuid)', 'anon, authenticated');

-- The devices of a booking, or of its series' first booking, as [{id, endpoint, p256dh, auth}].
create function public.request_targets(_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
  from public.bookings b join private.request_devices d on d.booking_id = coalesce(b.series, b.id) where b.id = _booking_id;
$$;
grant execute on function public.request_targets(uuid) to service_role;

-- Leases the notification of a booking's last answer or reminder to one caller for two minutes, as {event, record};
-- null if none is due. A failed one obeys the alerts' backoff, for a day. `_reminders`: MAIL_REMINDERS.
create function public.claim_push(_booking_id uuid, _reminders boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  event public.booking_events;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select e.* into event
    from private.event_pushes p join private.standing_events(_booking_id) e on e.id in (p.event_id, p.reminder_id)
    where e.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
    order by e.rev limit 1;
  if not found then return null; end if;
  if event.kind = 'reminded' and not _reminders then
    update private.event_pushes set state = 'none', reason = 'off' where reminder_id = event.id;
    return null;
  end if;
  update private.event_pushes set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where event_id = event.id or reminder_id = event.id;
  return private.customer_notice(event);
end $$;
grant execute on function public.claim_push(uuid, boolean) to service_role;

-- Stores the result of an attempt about an answer or a reminder: `sent` (a push service took it), `service` (none did),
-- `no-device` (every subscription has ended) or `off`. A sent notification stays sent.
create function public.finish_push(_event_id uuid, _result text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.event_pushes set
    state = case _result when 'sent' then 'sent' when 'service' then 'failed' else 'none' end,
    reason = nullif(_result, 'sent')
    where (event_id = _event_id or reminder_id = _event_id) and state in ('sending', 'failed');
end $$;
grant execute on function public.finish_push(uuid, text) to service_role;

-- Removes devices whose subscription has ended, from all bookings.
create function public.remove_request_devices(_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$ delete from private.request_devices where id = any(_ids); $$;
grant execute on function public.remove_request_devices(uuid[]) to service_role;

-- Replaces a device's subscription by its browser's new one; true if the old one was listed. The calling worker has no
-- token; it proves itself by the old subscription's secret, known to the browser and the server only.
create function private.renew_push_device(_old_id uuid, _old_auth text, _id uuid, _endpoint text, _p256dh text, _auth text)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_known boolean;
begin
  update public.push_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth where id = _old_id and auth = _old_auth;
  is_known := found;
  update private.request_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where id = _old_id and auth = _old_auth;
  is_known := is_known or found;
  update private.crew_devices set push_id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where push_id = _old_id and auth = _old_auth;
  return is_known or found;
end $$;
select private.expose('private.renew_push_device(uuid,text,uuid,text,text,text)', 'anon');
