-- The devices that receive a notification of each new submission (web push), one row for each browser's subscription of
-- an administrator. The browser derives the id from the endpoint, so that a repeated insert is recognised. Only the
-- server's own key reads endpoint and keys, through push_targets.
create table public.push_devices (
  id uuid primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- The address of the browser's push service: a named host without a port, so that no request reaches a private
  -- network.
  endpoint text not null
    check (char_length(endpoint) <= 1000 and endpoint ~ '^https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*/[!-~]*$'),
  -- The subscription's public key and its secret, which encrypt a message for this browser alone.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
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

-- At most ten devices per user. The lock serialises one user's insertions.
create function private.limit_push_devices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

-- The devices on which a booking's customer wants a notification of the office's answers (web push). The request's full id
-- is the key, as in request_states. A device is removed with its booking, once the booking's day and every offered day
-- have passed, and when its subscription has ended. See docs/decisions/0018-web-push.md.
create table private.request_devices (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- Derived from the endpoint by the browser.
  id uuid not null,
  -- As in push_devices.
  endpoint text not null
    check (char_length(endpoint) <= 1000 and endpoint ~ '^https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*/[!-~]*$'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  primary key (booking_id, id)
);
alter table private.request_devices enable row level security;

-- True while a booking's day or an offered one is to come.
create function private.is_ahead(_booking_id uuid, _day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _day >= private.london_today()
    or exists (select from public.booking_events e where e.booking_id = _booking_id and e.day >= private.london_today());
$$;

-- Adds a device, five at most for a booking that is to come; true if it is listed. An unknown id, an erased record and a
-- booking that is over answer false.
create function private.notify_request(_booking_id uuid, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('request_devices', null, 1);
  perform pg_advisory_xact_lock(hashtext('private.request_devices'), hashtext(_booking_id::text));
  insert into private.request_devices (booking_id, id, endpoint, p256dh, auth)
    select b.id, _id, _endpoint, _p256dh, _auth from public.bookings b
    where b.id = _booking_id and b.status in ('pending', 'confirmed') and private.is_ahead(b.id, b.preferred_date)
      and (select count(*) from private.request_devices d where d.booking_id = b.id and d.id <> _id) < 5
    on conflict (booking_id, id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth;
  return found;
end $$;
grant execute on function private.notify_request(uuid, uuid, text, text, text) to anon, authenticated;

create function public.notify_request(_booking_id uuid, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.notify_request(_booking_id, _id, _endpoint, _p256dh, _auth);
$$;
grant execute on function public.notify_request(uuid, uuid, text, text, text) to anon, authenticated;

-- Removes a device from a booking; one that is not listed counts as removed. Nobody guesses a booking's id, so it is not
-- counted, and never refused.
create function private.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_devices where booking_id = _booking_id and id = _id;
  return true;
end $$;
grant execute on function private.stop_notifying(uuid, uuid) to anon, authenticated;

create function public.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.stop_notifying(_booking_id, _id);
$$;
grant execute on function public.stop_notifying(uuid, uuid) to anon, authenticated;

-- A booking's devices, as [{id, endpoint, p256dh, auth}].
create function public.request_targets(_booking_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
  from private.request_devices where booking_id = _booking_id;
$$;
grant execute on function public.request_targets(uuid) to service_role;

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
  is_office boolean;
begin
  update public.push_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth where id = _old_id and auth = _old_auth;
  is_office := found;
  update private.request_devices set id = _id, endpoint = _endpoint, p256dh = _p256dh, auth = _auth
    where id = _old_id and auth = _old_auth;
  return is_office or found;
end $$;
grant execute on function private.renew_push_device(uuid, text, uuid, text, text, text) to anon;

create function public.renew_push_device(_old_id uuid, _old_auth text, _id uuid, _endpoint text, _p256dh text, _auth text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.renew_push_device(_old_id, _old_auth, _id, _endpoint, _p256dh, _auth);
$$;
grant execute on function public.renew_push_device(uuid, text, uuid, text, text, text) to anon;
