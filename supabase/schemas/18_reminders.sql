-- Reminders: from four in the afternoon in London, customers are reminded of tomorrow's visit, by mail and by a
-- notification. They go as those of answers do, and a later answer replaces them.

-- True from four in the afternoon in London.
create function private.is_reminder_time(at timestamptz) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select (at at time zone 'Europe/London')::time >= '16:00'; $$;

-- The bookings whose customers are to be reminded now: confirmed for tomorrow, and not confirmed or made within the
-- last day, since that mail says the same.
create function private.due_reminders() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from public.bookings b, private.mail_settings s
  where s.reminders and private.is_reminder_time(now())
    and b.status = 'confirmed' and b.preferred_date = private.london_today() + 1
    and b.created_at < now() - interval '1 day'
    and not exists (
      select from public.booking_events e where e.booking_id = b.id
        and e.kind in ('confirmed', 'accepted', 'repeated') and e.created_at > now() - interval '1 day'
    )
    and not exists (select from private.reminders r where r.booking_id = b.id and r.day = b.preferred_date)
    and (
      (b.email is not null
        and not exists (select from private.suppressed_addresses a where a.address = private.address_hash(b.email)))
      or exists (select from private.request_devices d where d.booking_id = coalesce(b.series, b.id))
    );
$$;

-- Adds up to `at_most` due reminders, and returns their number. Their mails and notifications are sent with those of
-- answers. Ends the ones whose day has begun.
create function private.add_reminders(at_most int) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  -- The reminders whose day has begun.
  past uuid[] := array(
    select m.id from private.reminders m
    where m.day <= private.london_today() and m.day > private.london_today() - 3
      and (exists (select from private.receipts r where r.reminder_id = m.id and r.state in ('pending', 'failed'))
        or exists (select from private.event_pushes p where p.reminder_id = m.id and p.state in ('pending', 'failed')))
  );
  reminder private.reminders;
  added int := 0;
begin
  if cardinality(past) = 0 and not exists (select from private.due_reminders()) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts set state = 'none', reason = 'past'
    where reminder_id = any(past) and state in ('pending', 'failed');
  update private.event_pushes set state = 'none', reason = 'past'
    where reminder_id = any(past) and state in ('pending', 'failed');
  for booking in select * from private.due_reminders() limit at_most loop
    update public.bookings set rev = rev where id = booking.id returning * into booking;
    insert into private.reminders (booking_id, day, time_slot, rev)
      values (booking.id, booking.preferred_date, booking.preferred_time, booking.rev) returning * into reminder;
    perform private.queue_notices(booking, null, reminder.id, null, true);
    added := added + 1;
  end loop;
  return added;
end $$;
