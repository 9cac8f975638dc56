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

-- As before, and the devices of bookings whose day has passed.
create or replace function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  update private.unclaimed_resumes set client = null, site = null
    where client is not null and (stored_at <= now() - private.hit_age() or stored_at > now() + interval '1 minute');
  delete from private.request_devices d using public.bookings b
    where b.id = d.booking_id and not private.is_ahead(b.id, b.preferred_date);
  select private.forget_hits();
$$;

-- As before, and for customers' devices.
create or replace function private.renew_push_device(_old_id uuid, _old_auth text, _id uuid, _endpoint text, _p256dh text, _auth text)
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

-- As before, and `request_devices`: the devices on which answers are notified.
create or replace function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email),
    account as (select u.* from auth.users u, wanted w where lower(u.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'rev' - 'created_by' order by e.created_at, e.rev), '[]')
      from public.booking_events e join booked t on t.id = e.booking_id
    ),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'address' || jsonb_build_object(
        'kind', coalesce(a.kind, 'booking'), 'record_id', coalesce(a.record_id, e.booking_id)
      ) order by r.created_at), '[]')
      from private.receipts r left join public.alerts a on a.id = r.alert_id left join public.booking_events e on e.id = r.event_id
      where r.address = private.address_hash(person_records.address)
    ),
    'suppressed_addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at)), '[]')
      from private.suppressed_addresses s where s.address = private.address_hash(person_records.address)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at
      ) order by u.created_at), '[]')
      from account u
    ),
    'push_devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'name', d.name, 'push_service', split_part(d.endpoint, '/', 3), 'created_at', d.created_at
      ) order by d.created_at), '[]')
      from public.push_devices d join account u on u.id = d.user_id
    ),
    'request_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', d.booking_id, 'push_service', split_part(d.endpoint, '/', 3))), '[]')
      from private.request_devices d join booked t on t.id = d.booking_id
    )
  );
$$;
