-- Reminders: from four in the afternoon in London, customers are reminded of tomorrow's visit, by mail and by a notification. Each is
-- an event `reminded` of its booking, so that mails and notifications go as those of answers do, and a later answer replaces it.

-- True from four in the afternoon in London.
create function private.is_reminder_time(at timestamptz) returns boolean
language sql stable parallel safe set search_path = ''
as $$ select (at at time zone 'Europe/London')::time >= '16:00'; $$;

-- The bookings whose customers are to be reminded now: confirmed for tomorrow, and not confirmed or made within the last day, since
-- that mail says the same.
create function private.due_reminders() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from public.bookings b, private.mail_settings s
  where s.reminders and private.is_reminder_time(now())
    and b.status = 'confirmed' and b.preferred_date = private.london_today() + 1
    and b.created_at < now() - interval '1 day'
    and not exists (
      select from public.booking_events e where e.booking_id = b.id and (
        (e.kind in ('confirmed', 'accepted', 'repeated') and e.created_at > now() - interval '1 day')
        or (e.kind = 'reminded' and e.day = b.preferred_date)
      )
    )
    and (
      (b.email is not null
        and not exists (select from private.suppressed_addresses a where a.address = private.address_hash(b.email)))
      or exists (select from private.request_devices d where d.booking_id = coalesce(b.series, b.id))
    );
$$;

-- Adds up to `at_most` due reminders, and returns their number. Their mails and notifications are sent with those of answers. Ends
-- the ones whose day has begun.
create function private.add_reminders(at_most int) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  added int := 0;
begin
  if not exists (select from private.due_reminders())
    and not exists (
      select from public.booking_events e
      where e.kind = 'reminded' and e.day <= private.london_today() and e.day > private.london_today() - 3
        and (exists (select from private.receipts r where r.event_id = e.id and r.state in ('pending', 'failed'))
          or exists (select from private.event_pushes p where p.event_id = e.id and p.state in ('pending', 'failed')))
    ) then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts r set state = 'none', reason = 'past' from public.booking_events e
    where e.id = r.event_id and e.kind = 'reminded' and e.day <= private.london_today() and r.state in ('pending', 'failed');
  update private.event_pushes p set state = 'none', reason = 'past' from public.booking_events e
    where e.id = p.event_id and e.kind = 'reminded' and e.day <= private.london_today() and p.state in ('pending', 'failed');
  for booking in select * from private.due_reminders() limit at_most loop
    perform private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', gen_random_uuid(), 'booking_id', booking.id, 'actor', 'office', 'kind', 'reminded',
      'day', booking.preferred_date, 'time_slot', booking.preferred_time
    )), booking.status);
    added := added + 1;
  end loop;
  return added;
end $$;
