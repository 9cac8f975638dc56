-- A booking that an administrator enters, from a call. The office knows it, so it has no alert, and therefore no receipt goes
-- to the customer, who hears of the office's answer. It does not count in the flood guard.
create or replace function private.create_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'booking' and private.is_admin() then return null; end if;
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
  if tg_argv[0] = 'bookings' and private.is_admin() then return null; end if;
  perform private.count_request(tg_argv[0], new.id, 1);
  return null;
end $$;
