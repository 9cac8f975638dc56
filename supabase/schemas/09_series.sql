-- Regular visits. The office's event `repeated` starts a series on its first booking, or changes it from a day on;
-- `stopped` ends it. The visits of the coming six weeks are rows of bookings. See
-- docs/decisions/0025-regular-visits.md.

-- The id of the visit that a `repeated` event makes for a day. The same visit made twice, by two servers or after a
-- restore is one row, and a deleted one is refused by its tombstone.
create function private.visit_id(_event_id uuid, _day date) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.uuid_of(_event_id || ' ' || to_char(_day, 'YYYY-MM-DD'));
$$;

-- The rule of a series: its last `repeated`, and the last day after which it makes no visit, if it was stopped since.
-- No row for a booking without a series. `before`: the rule before this revision.
create function private.series_rule(_series uuid, before bigint default null)
returns table (event_id uuid, day date, time_slot text, every int, price_pence int, price_per text, until date, rev bigint)
language sql stable set search_path = ''
as $$
  select r.id, r.day, r.time_slot, r.every, r.price_pence, r.price_per, (
    select s.day from public.booking_events s
    where s.booking_id = _series and s.kind = 'stopped' and s.rev > r.rev and (before is null or s.rev < before)
    order by s.rev desc limit 1
  ), r.rev
  from public.booking_events r
  where r.booking_id = _series and r.kind = 'repeated' and (before is null or r.rev < before)
  order by r.rev desc limit 1;
$$;

-- True while a series may have visits to come.
create function private.is_running(_series uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.series_rule(_series) where until is null or until >= private.london_today());
$$;

-- The days of a rule, up to the last one given, in order.
create function private.days_of(_day date, _every int, _until date, _last date) returns setof date
language sql immutable parallel safe set search_path = ''
as $$
  select d::date from generate_series(_day::timestamp, least(_until, _last)::timestamp, make_interval(weeks => _every)) as d;
$$;

-- The last day for which visits are made ahead.
create function private.series_horizon() returns date
language sql stable parallel safe set search_path = ''
as $$ select private.london_today() + 42; $$;

-- The days up to `_last` for which a series lacks a visit: the first one of its rule, and later ones from today on.
create function private.missing_days(_series uuid, _last date)
returns table (event_id uuid, day date, time_slot text, price_pence int, price_per text)
language sql stable set search_path = ''
as $$
  select r.event_id, d, r.time_slot, r.price_pence, r.price_per
  from private.series_rule(_series) r,
    lateral private.days_of(r.day, r.every, r.until, greatest(r.day, _last)) as d
  where (d = r.day or d >= private.london_today())
    and not exists (select from public.bookings v where v.series = _series and v.series_day = d)
    and not exists (select from public.bookings b where b.id = _series and b.series_day = d)
    -- Deleted since the rule stands; under the id of a former rule, if it has kept that row.
    and not exists (
      select from public.booking_events e
      join public.deleted_rows t on t.table_name = 'bookings' and t.id = private.visit_id(e.id, d)
      where e.booking_id = _series and e.kind = 'repeated' and (e.id = r.event_id or t.rev > r.rev)
    );
$$;

-- The people of a series: those that were last set for the series, else those that the first booking had before it was
-- repeated. Without people who were deleted since.
create function private.series_crew(_series uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select private.listed_crew(array(select jsonb_array_elements_text((
    select c.value from private.setting_changes c
    where c.booking_id = _series and c.field = 'crew' and (c.for_series or c.rev < (
      select min(rev) from public.booking_events where booking_id = _series and kind = 'repeated'
    ))
    order by c.for_series desc, c.rev desc limit 1
  ))::uuid));
$$;

-- Makes the missing visits of a series up to a day, and returns their number: copies of its first booking, but for the
-- day, the series' rule and people, and what the server numbers. The caller holds the lock of the revisions.
create function private.make_visits(_series uuid, _last date) returns int
language plpgsql set search_path = ''
as $$
declare
  made int;
begin
  insert into public.bookings
  select v.*
  from public.bookings b, private.missing_days(_series, _last) d, jsonb_populate_record(b, jsonb_build_object(
    'id', private.visit_id(d.event_id, d.day), 'series', b.id, 'series_day', d.day, 'created_at', now(),
    'preferred_date', d.day, 'preferred_time', d.time_slot, 'status', 'confirmed', 'crew', private.series_crew(b.id)
  ) || case when d.price_per is null then '{}'
    else jsonb_build_object('price_pence', d.price_pence, 'price_per', d.price_per) end) as v
  where b.id = _series;
  get diagnostics made = row_count;
  return made;
end $$;

-- Makes the missing visits of up to `at_most` series, and returns their number: a part of them, so that other writers
-- wait for milliseconds. It runs three times an hour, so that a server that was down at night makes them later.
create function private.make_due_visits(at_most int) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  due uuid[];
  made int := 0;
  listed uuid;
begin
  due := array(
    select booking_id from (select distinct booking_id from public.booking_events where kind = 'repeated') as first
    where exists (select from private.missing_days(booking_id, private.series_horizon())) limit at_most
  );
  perform private.note_run('make-visits');
  if cardinality(due) = 0 then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  foreach listed in array due loop
    made := made + private.make_visits(listed, private.series_horizon());
  end loop;
  return made;
end $$;

-- The time of a job's last run, for `npm run deploy:check`.
create table private.last_runs (
  job text primary key,
  at timestamptz not null default now()
);
alter table private.last_runs enable row level security;

-- Notes that a job runs now; changes nothing within a minute of the last note, because strangers may cause one. A time
-- in the future came from a wrong clock.
create function private.note_run(_job text) returns void
language sql volatile set search_path = ''
as $$
  insert into private.last_runs (job) select _job
    where not exists (select from private.last_runs where job = _job and at between now() - interval '1 minute' and now() + interval '1 minute')
    on conflict (job) do update set at = now();
$$;

-- Whether a visit has an answer of its own or a report of the crew, so that the series leaves it alone.
create function private.is_touched(visit public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.booking_events where booking_id = visit.id)
    or exists (select from public.crew_reports where booking_id = visit.id);
$$;

-- Applies an answer that was just added to its series. Untouched visits that are no longer due are deleted, from today
-- on; those that a new rule has too keep their row. The caller holds the lock of the revisions.
create function private.apply_to_series(event public.booking_events) returns void
language plpgsql set search_path = ''
as $$
declare
  -- The first day of the change.
  from_day date := greatest(case event.kind when 'stopped' then event.day + 1 else event.day end, private.london_today());
begin
  if event.kind not in ('repeated', 'stopped') then return; end if;
  delete from public.bookings v
    where v.series = event.booking_id and v.series_day >= from_day and not private.is_touched(v)
      and not (event.kind = 'repeated' and (v.series_day - event.day) % (7 * event.every) = 0);
  if event.kind = 'stopped' then return; end if;
  update public.bookings v set preferred_time = event.time_slot,
    price_pence = coalesce(event.price_pence, v.price_pence), price_per = coalesce(event.price_per, v.price_per)
    where v.series = event.booking_id and v.series_day >= from_day and not private.is_touched(v);
  -- The booking itself is the visit of its day.
  update public.bookings b set series_day = b.preferred_date
    where b.id = event.booking_id and b.series_day is null and b.status in ('confirmed', 'completed')
      and b.preferred_date >= event.day and (b.preferred_date - event.day) % (7 * event.every) = 0;
  perform private.make_visits(event.booking_id, private.series_horizon());
end $$;

-- The visits that an event deleted, the twelve soonest first: {id, day, time_slot}, for calendars that may have them,
-- since mails and My requests show four at a time. A visit keeps the id that an earlier rule gave it.
create function private.removed_visits(event public.booking_events) returns jsonb
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

-- The number of a booking's answers, the `sequence` of its calendar entry. A visit counts the changes of its series
-- too, which may change it.
create function private.sequence_of(booking public.bookings) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.booking_events e
  where e.booking_id = booking.id or (e.booking_id = booking.series and e.kind in ('repeated', 'stopped'));
$$;

-- The coming visits of a series with their own days, soonest first, as its customer may read them: {id, day, time_slot,
-- status, sequence, last}. `sequence` grows with each of their calendar entries; `last` is the visit's own last answer.
create function private.coming_visits(_series uuid, at_most int) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', v.id, 'day', v.preferred_date, 'time_slot', v.preferred_time, 'status', v.status,
    'sequence', private.sequence_of(v),
    'last', private.customer_event(e)
  ) order by v.preferred_date, v.id), '[]')
  from (
    select * from public.bookings b
    where b.series = _series and b.preferred_date >= private.london_today()
    order by b.preferred_date, b.id limit at_most
  ) as v left join lateral private.last_event(v.id) as e on true;
$$;

-- A series as its customer may read it, with its coming four visits; null for a booking without a series.
create function private.series_state(_series uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'every', every, 'day', day, 'time_slot', time_slot, 'until', until, 'visits', private.coming_visits(_series, 4)
  ) from private.series_rule(_series);
$$;
