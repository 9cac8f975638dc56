-- A booking that an administrator enters, from a call. The office knows it, so it has no alert, and therefore no receipt goes
-- to the customer, who hears of the office's answer. It does not count in the flood guard.

-- True for an administrator whose session lasts. Unlike is_admin it raises no error for an ended session, because with
-- such a token everybody may still send a request.
create function private.is_office() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.user_roles r join auth.sessions s on s.user_id = r.user_id
    where r.user_id = auth.uid() and r.role = 'admin' and s.id = (auth.jwt() ->> 'session_id')::uuid
  );
$$;

create or replace function private.create_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'booking' and private.is_office() then return null; end if;
  insert into public.alerts (kind, record_id, job_title) values (
    tg_argv[0],
    new.id,
    (select title from public.careers where id = (to_jsonb(new) ->> 'career_id')::uuid)
  );
  return null;
end $$;

-- As before, and not for an administrator's booking.
create or replace function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'bookings' and private.is_office() then return null; end if;
  perform private.count_request(tg_argv[0], new.id, 1);
  return null;
end $$;

-- As before, and for bookings.
create or replace function private.withdraw(listed text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can withdraw what was added.';
  end if;
  if listed is null or listed not in ('bookings', 'careers', 'gallery_images', 'testimonials') or cardinality(ids) > 100 then
    raise invalid_parameter_value using
      message = 'A withdrawal names bookings, careers, gallery_images or testimonials, and a hundred ids at most.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  insert into public.deleted_rows (table_name, id) select distinct listed, given.id from unnest(ids) as given (id)
    where given.id is not null on conflict do nothing;
end $$;

-- As before; a booking without an alert is known, and the mails about its answers go out.
create or replace function public.claim_alert(_kind text, _id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.alerts;
begin
  -- Every writer of alerts takes this lock, so each claim reads the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into alert from public.alerts a
    where kind = _kind and record_id = _id and private.is_claimable(a) order by created_at, event_id nulls first limit 1;
  if found then
    update public.alerts set state = 'sending', attempts = attempts + 1, claimed_at = now() where id = alert.id returning * into alert;
    return jsonb_build_object(
      'outcome', 'claimed',
      'alert_id', alert.id,
      'bounces', alert.bounces,
      'job_title', alert.job_title,
      'record', case _kind
        when 'booking' then (select to_jsonb(b) from public.bookings b where b.id = _id)
        when 'job_application' then (select to_jsonb(a) from public.job_applications a where a.id = _id)
        when 'contact' then (select to_jsonb(m) from public.contact_messages m where m.id = _id)
      end,
      'event', (select to_jsonb(e) - 'created_by' - 'rev' from public.booking_events e where e.id = alert.event_id),
      'more', exists (select from public.alerts a where kind = _kind and record_id = _id and private.is_claimable(a))
    );
  end if;
  return jsonb_build_object('outcome', (
    select case
      when count(*) = 0 and not (_kind = 'booking' and exists (select from public.bookings where id = _id)) then 'unknown'
      when coalesce(bool_and(state = 'sent'), true) then 'sent'
      else 'claimed-elsewhere'
    end
    from public.alerts where kind = _kind and record_id = _id
  ));
end $$;
