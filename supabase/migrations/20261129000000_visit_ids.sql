set lock_timeout = '5s';

-- Devices mint ids of version 4. Those of version 8 are visits' (private.visit_id): a customer could derive one and book under
-- it, and no series would get further visits.
alter policy "everyone sends" on public.bookings with check (substr(id::text, 15, 1) <> '8');

-- The visits that an event deleted, the twelve soonest first: {id, day, time_slot}, for calendars that may have them, since mails and
-- My requests show four at a time. A visit keeps the id that an earlier rule gave it.
create or replace function private.removed_visits(event public.booking_events) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'time_slot', time_slot) order by day), '[]')
  from (
    select t.id, d as day, r.time_slot
    from private.series_rule(event.booking_id, event.rev) r, public.booking_events e,
      lateral private.days_of(e.day, e.every, null, greatest(
        (event.created_at at time zone 'Europe/London')::date + 42,
        -- A rule that begins later has its first visit ahead of time, and its former rule the visits until then.
        (select max(f.day) from public.booking_events f
          where f.booking_id = event.booking_id and f.kind = 'repeated' and f.rev < event.rev)
      )) as d,
      public.deleted_rows t
    where event.kind in ('repeated', 'stopped') and d >= event.day + case event.kind when 'stopped' then 1 else 0 end
      and e.booking_id = event.booking_id and e.kind = 'repeated' and e.rev < event.rev
      and t.table_name = 'bookings' and t.id = private.visit_id(e.id, d) and t.rev > event.rev
    order by d limit 12
  ) as removed;
$$;
