-- The devices on which a booking's customer wants a notification of the office's answers (web push). The request's full id
-- is the key, as in request_states. A device is removed with its booking, once the booking's day has passed, and when its
-- subscription has ended. See docs/decisions/0018-web-push.md.
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
    where b.id = _booking_id and b.status in ('pending', 'confirmed') and b.preferred_date >= private.london_today()
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

-- Removes a device from a booking; one that is not listed counts as removed.
create function private.stop_notifying(_booking_id uuid, _id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request('request_devices', null, 1);
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

-- As before, and the devices of bookings whose day has passed.
create or replace function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  update private.unclaimed_resumes set client = null, site = null
    where client is not null and (stored_at <= now() - private.hit_age() or stored_at > now() + interval '1 minute');
  delete from private.request_devices d using public.bookings b
    where b.id = d.booking_id and b.preferred_date < private.london_today();
  select private.forget_hits();
$$;
