set lock_timeout = '5s';

-- Events are answers again: changes of settings, reports of the crew and reminders move to tables of their own, with
-- their ids, times and revisions. Pages of release 1.0.0 read and write them as before, until the next release.
drop function public.changes(bigint, int), private.changes(bigint, int);
drop function public.first_copy(text, date, text, uuid, int), private.first_copy(text, date, text, uuid, int);
drop function private.is_admitted(public.bookings, public.booking_events, text, date);
drop function private.pictures_of(uuid[]);

-- Makes the public function of a private definer, for the named roles. Its refusals keep code, message and hint, but no
-- detail: PostgreSQL shows the failing row there, and a booking's id is its customer's key. An error that is caught is
-- not logged either.
create or replace function private.expose(_definer regprocedure, _roles text) returns void
language plpgsql set search_path = ''
as $make$
declare
  name text;
  arguments text;
  passed text;
  result text;
  volatility text;
begin
  select proname, pg_catalog.pg_get_function_arguments(oid), pg_catalog.pg_get_function_result(oid),
    case provolatile when 'v' then 'volatile' else 'stable' end,
    (select coalesce(string_agg(format('%I', argument), ', '), '') from unnest(proargnames) as argument)
    into name, arguments, result, volatility, passed
    from pg_catalog.pg_proc where oid = _definer;
  execute format($sql$
    create or replace function public.%1$I(%2$s) returns %3$s
    language plpgsql %4$s security invoker set search_path = ''
    as $$
    declare
      hint text;
    begin
      %6$s private.%1$I(%5$s);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint;
      if hint = '' then raise exception using errcode = sqlstate, message = sqlerrm; end if;
      raise exception using errcode = sqlstate, message = sqlerrm, hint = hint;
    end $$
  $sql$, name, arguments, result, volatility, passed, case result when 'void' then 'perform' else 'return' end);
  execute format('grant execute on function %s, public.%I(%s) to %s', _definer, name,
    pg_catalog.pg_get_function_identity_arguments(_definer), _roles);
end $make$;

-- These people in their order, without those that were deleted.
create or replace function private.listed_crew(_crew uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select member from unnest(_crew) with ordinality as given (member, place)
    where exists (select from public.crew where id = member) order by place
  );
$$;

-- Leases one alert of a submission, the oldest first, to one caller for two minutes and returns the stored record to
-- write about: {outcome: 'unknown' | 'sent' | 'claimed-elsewhere'} or {outcome: 'claimed', alert_id, attempts, bounces,
-- record, job_title, event, more}. `event` is the customer's answer, with its revision as `sequence`; `more`: another
-- alert can be claimed now. A booking without an alert counts as sent. Anyone may call send-form-email, so a failed
-- alert obeys its backoff and a bounced one waits for release_alert.
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
      'attempts', alert.attempts,
      'bounces', alert.bounces,
      'job_title', alert.job_title,
      'record', case _kind
        when 'booking' then (select to_jsonb(b) - array['crew', 'access', 'job'] from public.bookings b where b.id = _id)
        when 'job_application' then (select to_jsonb(a) from public.job_applications a where a.id = _id)
        when 'contact' then (select to_jsonb(m) from public.contact_messages m where m.id = _id)
      end,
      'event', (
        select to_jsonb(e) - array['created_by', 'rev', 'crew', 'for_series', 'pictures', 'made_at']
          || jsonb_build_object('sequence', e.rev)
        from public.booking_events e where e.id = alert.event_id
      ),
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

select private.expose('private.release_alert(text,uuid)', 'authenticated');
select private.expose('private.delete_rows(text,uuid[])', 'authenticated');
select private.expose('private.withdraw(text,uuid[])', 'authenticated');

-- Generated from src/core/domain/answers.ts and booking-settings.ts by `npm run types:generate`.

-- The kinds of answers: a row for each kind, actor and status before. See ANSWERS for the columns.
create function private.answer_kinds() returns table (
  kind text, actor text, before text, after text, names text, from_day text, is_priced boolean, proposes boolean,
  repeats boolean, moves boolean, needs text, mailed_for int, has_text boolean
)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('confirmed', 'office', 'pending', 'confirmed', 'visit', 'today', true, false, false, true, null, 0, true),
    ('confirmed', 'office', 'confirmed', 'confirmed', 'visit', 'today', true, false, false, true, null, 0, true),
    ('offered', 'office', 'pending', 'pending', 'visit', 'tomorrow', true, true, false, false, null, 7, true),
    ('offered', 'office', 'confirmed', 'confirmed', 'visit', 'tomorrow', true, true, false, false, null, 7, true),
    ('declined', 'office', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('accepted', 'customer', 'pending', 'confirmed', 'visit', null, true, false, false, true, 'offer', 7, false),
    ('accepted', 'customer', 'confirmed', 'confirmed', 'visit', null, true, false, false, true, 'offer', 7, false),
    ('refused', 'customer', 'pending', 'pending', null, null, false, false, false, false, 'offer', null, false),
    ('refused', 'customer', 'confirmed', 'confirmed', null, null, false, false, false, false, 'offer', null, false),
    ('cancelled', 'office', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('cancelled', 'office', 'confirmed', 'cancelled', null, null, false, false, false, false, null, 7, true),
    ('cancelled', 'customer', 'pending', 'cancelled', null, null, false, false, false, false, null, 7, false),
    ('cancelled', 'customer', 'confirmed', 'cancelled', null, null, false, false, false, false, null, 7, false),
    ('completed', 'office', 'confirmed', 'completed', null, null, false, false, false, false, 'day-come', 7, true),
    ('reopened', 'office', 'completed', 'pending', null, null, false, false, false, false, null, null, false),
    ('reopened', 'office', 'cancelled', 'pending', null, null, false, false, false, false, null, null, false),
    ('repeated', 'office', 'pending', 'confirmed', 'visit', 'today', true, false, true, true, 'first', 7, true),
    ('repeated', 'office', 'confirmed', 'confirmed', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('repeated', 'office', 'completed', 'completed', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('repeated', 'office', 'cancelled', 'cancelled', 'visit', 'today', true, false, true, false, 'first', 7, true),
    ('stopped', 'office', 'pending', 'pending', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'confirmed', 'confirmed', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'completed', 'completed', 'day', null, false, false, false, false, 'running', 7, true),
    ('stopped', 'office', 'cancelled', 'cancelled', 'day', null, false, false, false, false, 'running', 7, true),
    ('kept', 'office', 'confirmed', 'confirmed', null, null, false, false, false, false, 'asked', 7, true),
    ('asked', 'customer', 'pending', 'pending', 'visit', 'tomorrow', false, false, false, false, null, null, false),
    ('asked', 'customer', 'confirmed', 'confirmed', 'visit', 'tomorrow', false, false, false, false, null, null, false);
$$;

-- The settings of a booking, by their column. See SETTINGS for the others.
create function private.setting_fields() returns table (field text, is_secret boolean, past_stays boolean)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('crew', false, true),
    ('instructions', false, false),
    ('access', true, false);
$$;

-- Whether an answer of this kind has these fields. In PL/pgSQL, which keeps its plans.
create or replace function private.is_answer(
  _actor text, _kind text, _day date, _time_slot text, _every int, _has_price boolean, _has_text boolean
) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return exists (
    select from private.answer_kinds() k
    where k.actor = _actor and k.kind = _kind
      and (_day is not null) = (k.names is not null)
      and (_time_slot is not null) = (k.names is not distinct from 'visit')
      and (_every is not null) = k.repeats
      and (k.is_priced or not _has_price)
      and (k.actor = 'office' or not _has_text)
  );
end $$;

-- Holds for definer functions too. A row of a booking's history is deleted with its booking only, and forgets a deleted
-- administrator.
create or replace function private.keep_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"created_by": null}' then return new; end if;
  if tg_op = 'DELETE' and not exists (select from public.bookings where id = old.booking_id) then return old; end if;
  raise insufficient_privilege using message = 'The history of a booking is never changed.';
end $$;

-- Adds an answer to a booking and sets the booking's status, and its day, slot and price if the answer sets them. The
-- caller holds the lock of the revisions.
create or replace function private.add_event(before public.bookings, _event public.booking_events, _status text) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  facts record;
  moves boolean;
begin
  select * into facts from private.answer_kinds() k
    where k.actor = _event.actor and k.kind = _event.kind order by k.before = before.status desc limit 1;
  moves := facts.before = before.status and facts.moves;
  if moves and before.status = 'confirmed'
    and (before.preferred_date, before.preferred_time) <> (_event.day, _event.time_slot)
  then
    _event.from_day := before.preferred_date;
    _event.from_slot := before.preferred_time;
  end if;
  update public.bookings set
    status = _status,
    preferred_date = case when moves then coalesce(_event.day, preferred_date) else preferred_date end,
    preferred_time = case when moves then coalesce(_event.time_slot, preferred_time) else preferred_time end,
    price_pence = case when facts.proposes then price_pence else coalesce(_event.price_pence, price_pence) end,
    price_per = case when facts.proposes then price_per else coalesce(_event.price_per, price_per) end
    where id = before.id returning * into booking;
  _event.rev := booking.rev;
  _event.created_at := now();
  insert into public.booking_events select (_event).*;
  return booking;
end $$;

-- The last answer to a booking; null for a booking without one.
create or replace function private.last_event(_booking_id uuid) returns public.booking_events
language sql stable set search_path = ''
as $$
  select e from public.booking_events e
  where booking_id = _booking_id order by rev desc limit 1;
$$;

-- What happens to a booking beside its answers: changes of its settings, the crew's reports, and reminders. All are
-- append-only, and no request role writes. See docs/decisions/0024-answers.md and 0026-crew.md.

create function private.is_setting_change(_field text, _has_value boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select exists (select from private.setting_fields() where field = _field and not (is_secret and _has_value));
$$;

-- The history of the columns of private.setting_fields. The office's device mints the id.
create table private.setting_changes (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  field text not null,
  -- Null if the setting was emptied, and of a secret, because the history is kept longer than the setting.
  value jsonb,
  -- The coming visits of its series got the value too.
  for_series boolean not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The booking's revision with this change.
  rev bigint not null,
  constraint value_of_field check (private.is_setting_change(field, value is not null))
);
create unique index setting_changes_booking on private.setting_changes (booking_id, rev);
create index setting_changes_created_by on private.setting_changes (created_by);
alter table private.setting_changes enable row level security;
create trigger keep_events before update or delete on private.setting_changes
  for each row execute function private.keep_events();

-- The reports of the people who went. The phone mints the id. They change no status.
create table public.crew_reports (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The person, who may be deleted meanwhile.
  crew_id uuid not null,
  kind text not null check (kind in ('done', 'locked-out', 'noted')),
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- The number of its pictures, in the bucket `jobs`.
  pictures int not null check (pictures between 0 and 6),
  -- The phone's time.
  made_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Before the report came, the job was cancelled or given to others.
  late text check (late in ('cancelled', 'given-away')),
  -- The booking's revision with this report.
  rev bigint not null,
  constraint message_of_kind check (kind <> 'noted' or message is not null)
);
create unique index crew_reports_booking on public.crew_reports (booking_id, rev);
alter table public.crew_reports enable row level security;
grant select on public.crew_reports to authenticated;
create policy "admins read" on public.crew_reports for select to authenticated using ((select private.is_admin()));
create trigger trim_texts before insert on public.crew_reports
  for each row execute function private.trim_texts('message');
create trigger keep_events before update or delete on public.crew_reports
  for each row execute function private.keep_events();

-- The visits that customers were reminded of.
create table private.reminders (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  day date not null,
  time_slot text not null,
  created_at timestamptz not null default now(),
  -- The booking's revision with this reminder.
  rev bigint not null
);
create unique index reminders_booking on private.reminders (booking_id, rev);
create index reminders_day on private.reminders (day);
alter table private.reminders enable row level security;
create trigger keep_events before update or delete on private.reminders
  for each row execute function private.keep_events();

-- A reminder as the functions for mails and notifications read it.
create function private.as_event(reminder private.reminders) returns public.booking_events
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(
    null::public.booking_events, to_jsonb(reminder) || '{"actor": "office", "kind": "reminded"}'
  );
$$;

-- The events of a booking as release 1.0.0 stored them, in no order: answers, changes of settings, reports and
-- reminders. For its pages alone.
create function private.former_events(_booking_id uuid) returns setof public.booking_events
language sql stable set search_path = ''
as $$
  select e.* from public.booking_events e where e.booking_id = _booking_id
  union all
  select e.* from private.setting_changes c, jsonb_populate_record(
    null::public.booking_events,
    to_jsonb(c) - 'for_series' || '{"actor": "office"}' || case c.field
      when 'crew' then jsonb_build_object('kind', 'assigned', 'crew', c.value, 'for_series', c.for_series)
      when 'instructions' then jsonb_build_object('kind', 'instructed', 'message', c.value)
      when 'access' then jsonb_build_object('kind', 'entrusted')
    end
  ) as e where c.booking_id = _booking_id and c.field in ('crew', 'instructions', 'access')
  union all
  select e.* from public.crew_reports r, jsonb_populate_record(null::public.booking_events,
    to_jsonb(r) || jsonb_build_object('actor', 'crew', 'crew', array[r.crew_id])
  ) as e where r.booking_id = _booking_id
  union all
  select e.* from private.reminders r, private.as_event(r) as e where r.booking_id = _booking_id;
$$;

-- The people of a series: those that were last set for the series, else those that the first booking had before it was
-- repeated. Without people who were deleted since.
create or replace function private.series_crew(_series uuid) returns uuid[]
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
create or replace function private.make_visits(_series uuid, _last date) returns int
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

-- Whether a visit has an answer of its own or a report of the crew, so that the series leaves it alone.
create or replace function private.is_touched(visit public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.booking_events where booking_id = visit.id)
    or exists (select from public.crew_reports where booking_id = visit.id);
$$;

-- Applies an answer that was just added to its series. Untouched visits that are no longer due are deleted, from today
-- on; those that a new rule has too keep their row. The caller holds the lock of the revisions.
create or replace function private.apply_to_series(event public.booking_events) returns void
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

-- The number of a booking's answers, the `sequence` of its calendar entry. A visit counts the changes of its series
-- too, which may change it.
create or replace function private.sequence_of(booking public.bookings) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.booking_events e
  where e.booking_id = booking.id or (e.booking_id = booking.series and e.kind in ('repeated', 'stopped'));
$$;

-- Whether the condition of a kind beyond the status holds; `last`: the booking's last answer. `day-come` and `offer`
-- have outcomes of their own.
create or replace function private.is_admitted(
  _needs text, booking public.bookings, last public.booking_events, _day date
) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule record;
begin
  if _needs = 'asked' then return coalesce(last.kind = 'asked', false); end if;
  if _needs in ('first', 'running') then
    if booking.series is not null then return false; end if;
    select * into rule from private.series_rule(booking.id);
    if _needs = 'first' then return booking.status <> 'cancelled' or rule.event_id is not null; end if;
    -- A stopped series ends earlier, and is repeated to end later: its later visits have left tombstones.
    return rule.event_id is not null
      and (rule.until is null or (rule.until >= private.london_today() and _day < rule.until));
  end if;
  return true;
end $$;

-- Whether an answer of the office has its effect already, by another one: then it is done, and no conflict. `last`: the
-- booking's last answer.
create or replace function private.office_answer_stands(
  booking public.bookings, last public.booking_events, answer public.booking_events
) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(case answer.kind
    when 'confirmed' then booking.status = 'confirmed'
      and (booking.preferred_date, booking.preferred_time) = (answer.day, answer.time_slot)
      and (answer.price_pence is null or (booking.price_pence, booking.price_per) = (answer.price_pence, answer.price_per))
    when 'offered' then booking.status in ('pending', 'confirmed') and last.kind = 'offered'
      and (last.day, last.time_slot) = (answer.day, answer.time_slot)
      and (last.price_pence, last.price_per) is not distinct from (answer.price_pence, answer.price_per)
      and answer.day > private.london_today()
    when 'completed' then booking.status = 'completed'
    when 'reopened' then booking.status = 'pending'
    when 'kept' then booking.status = 'confirmed' and last.kind = 'kept'
    when 'repeated' then last.kind = 'repeated'
      and (last.day, last.time_slot, last.every) = (answer.day, answer.time_slot, answer.every)
      and (last.price_pence, last.price_per) is not distinct from (answer.price_pence, answer.price_per)
    when 'stopped' then last.kind = 'stopped' and last.day = answer.day
    else booking.status = 'cancelled'
  end, false);
$$;

-- For pages of release 1.0.0: its answers `instructed`, `assigned` and `entrusted`, in its form. A change for a whole
-- series was no choice but for `assigned`.
create or replace function private.former_setting(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _message text, _crew uuid[],
  _for_series boolean
) returns json
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  field text := case _kind
    when 'assigned' then 'crew' when 'instructed' then 'instructions' when 'entrusted' then 'access' end;
  for_series boolean := case when _kind = 'assigned' then coalesce(_for_series, false)
    else exists (select from private.series_rule(_booking_id)) end;
  done json;
  is_set boolean;
begin
  done := private.set_booking(
    _event_id, _booking_id, field, null,
    case when _kind = 'assigned' then to_jsonb(_crew) else to_jsonb(_message) end::text,
    for_series, coalesce(_expected_revision, -1)
  );
  is_set := done ->> 'outcome' = 'set';
  select * into booking from public.bookings where id = _booking_id;
  return json_build_object(
    'outcome', case when is_set then 'added' else done ->> 'outcome' end,
    'state', private.office_state(booking),
    'standing', case when is_set and not exists (select from private.setting_changes where id = _event_id) then
      json_build_object('message', case when _kind <> 'assigned' then done ->> 'value' end)
    end
  );
end $$;

-- A booking's state in an answer to the office; null for no booking.
create or replace function private.office_state(booking public.bookings) returns json
language sql immutable parallel safe set search_path = ''
as $$
  select case when booking.id is not null then json_build_object(
    'status', booking.status, 'day', booking.preferred_date, 'time_slot', booking.preferred_time, 'rev', booking.rev
  ) end;
$$;

-- For administrators: answers a booking of the given revision, as {outcome, state: {status, day, time_slot, rev},
-- standing}. `state` is the present one. `_every`: the weeks of `repeated`. `_price_pence`, `_price_per`: the price of
-- `confirmed`, `offered` and `repeated`; null keeps the agreed one. `_crew`, `_for_series`: see private.former_setting.
-- Outcomes:
-- added: stored now or before, by the same event id; or its effect stands by another event, whose text is
--   `standing.message`. Otherwise `standing` is null.
-- changed: an answer came after the revision, or the booking admits no such answer, and its effect does not stand.
--   Neither the outcome of a mail nor a setting is a change.
-- gone: there is no such booking; `state` is null.
-- too-early: completed before its day. too-late: a day that has passed, or an offer of a day that has begun.
create or replace function private.answer_booking(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _day date, _time_slot text, _message text,
  _every int default null, _price_pence int default null, _price_per text default null, _crew uuid[] default null,
  _for_series boolean default false
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.london_today();
  booking public.bookings;
  last public.booking_events;
  answer public.booking_events;
  facts record;
  is_missed boolean;
  met record;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can answer bookings.';
  end if;
  if _kind in ('instructed', 'assigned', 'entrusted') then
    return private.former_setting(_event_id, _booking_id, _expected_revision, _kind, _message, _crew, _for_series);
  end if;
  if _event_id is null or not exists (select from private.answer_kinds() where kind = _kind and actor = 'office') then
    raise check_violation using message = 'An answer has an id and a kind.';
  end if;
  -- Every writer of bookings takes this lock before a row.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  last := private.last_event(_booking_id);
  answer := jsonb_populate_record(null::public.booking_events, jsonb_build_object(
    'id', _event_id, 'booking_id', _booking_id, 'actor', 'office', 'created_by', auth.uid(), 'kind', _kind, 'day', _day,
    'time_slot', _time_slot, 'message', _message, 'every', _every, 'price_pence', _price_pence, 'price_per', _price_per
  ));
  -- Null for a kind that the status does not admit.
  select * into facts from private.answer_kinds() where kind = _kind and actor = 'office' and before = booking.status;
  is_missed := facts.kind is null or not private.is_admitted(facts.needs, booking, last, _day)
    or _expected_revision is null or _expected_revision not between coalesce(last.rev, 0) and booking.rev;
  select c.name, c.outcome into met from (values
    (1, 'there is no such booking', 'gone', booking.id is null),
    (2, 'it was stored under this id', 'added', private.is_repeated(_event_id, _booking_id, 'office', _kind)),
    (3, 'another answer had its effect', 'added', is_missed and private.office_answer_stands(booking, last, answer)),
    (4, 'the status admits no such answer', 'changed', facts.kind is null),
    (5, 'its kind needs another state', 'changed', not private.is_admitted(facts.needs, booking, last, _day)),
    (6, 'an answer came after the revision', 'changed', is_missed),
    (7, 'the day of the booking is to come', 'too-early', facts.needs = 'day-come' and booking.preferred_date > today),
    (8, 'the day has begun', 'too-late', facts.from_day = 'tomorrow' and _day <= today),
    -- The booking's own day may have passed: a job that was done is confirmed, then completed.
    (9, 'the day has passed', 'too-late', facts.from_day = 'today' and _day < today
      and not (_kind = 'confirmed' and _day = booking.preferred_date))
  ) as c (place, name, outcome, holds) where c.holds order by c.place limit 1;
  if met.outcome is null then
    -- The former rule makes its visits up to the change.
    if _kind = 'repeated' then perform private.make_visits(_booking_id, _day - 1); end if;
    perform private.add_event(booking, answer, facts.after);
    perform private.apply_to_series(answer);
    select * into booking from public.bookings where id = _booking_id;
  end if;
  return json_build_object(
    'outcome', coalesce(met.outcome, 'added'),
    'state', private.office_state(booking),
    'standing', case when met.name = 'another answer had its effect' then json_build_object('message', last.message) end
  );
end $$;

select private.expose(
  'private.answer_booking(uuid,uuid,bigint,text,date,text,text,int,int,text,uuid[],boolean)', 'authenticated'
);
select private.expose('private.request_states(uuid[])', 'anon, authenticated');

-- The customer's answer, by the full id of the request, as {outcome, state, series}; `state` is that of request_states,
-- and `series` the state of the series' first booking, if the booking is one of its visits. Until the day begins in
-- London: an offer's for `accepted` and `refused`, which name the offer; for `cancelled` and `asked` the visit's, or
-- before it the later one of the preferred day and the offer's. `_day` and `_time_slot` are those that the answer was
-- given for: the offer's, or the booking's for `cancelled` and `asked`; null, as entries of earlier releases send, is
-- not compared. `_other_day` and `_other_slot` are those that `asked` asks for. Outcomes:
-- added: its effect stands: stored now or before, by the same event id; or by another answer, and then without an
-- event.
-- changed: the booking has another day, slot, offer or status than the answer was given for. gone, too-late: as those
-- of answer_booking.
create or replace function private.answer_request(
  _event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid default null, _day date default null,
  _time_slot text default null, _other_day date default null, _other_slot text default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  today date := private.london_today();
  booking public.bookings;
  last public.booking_events;
  -- The one that stands, and the one that is answered.
  offer public.booking_events;
  answered public.booking_events;
  facts record;
  needs_offer boolean;
  is_visit boolean;
  -- The visit that the office promised or offers, the one that the answer is about, and the one that `asked` asks for.
  promised record;
  about record;
  other record;
  outcome text;
begin
  if _event_id is null or not exists (select from private.answer_kinds() where kind = _kind and actor = 'customer') then
    raise check_violation using message = 'An answer has an id, and is accepted, refused, cancelled or asked.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  if not private.is_repeated(_event_id, _booking_id, 'customer', _kind) then
    perform private.count_request('request_answers', _event_id, 1);
  end if;
  last := private.last_event(_booking_id);
  if last.kind = 'offered' then offer := last; end if;
  select * into answered from public.booking_events
    where id = _offer_event_id and booking_id = _booking_id and kind = 'offered';
  -- Null for a kind that the status does not admit.
  select * into facts from private.answer_kinds() where kind = _kind and actor = 'customer' and before = booking.status;
  needs_offer := _kind in (select kind from private.answer_kinds() where needs = 'offer');
  is_visit := booking.status in ('confirmed', 'completed');
  select case when is_visit then booking.preferred_date else offer.day end as day,
    case when is_visit then booking.preferred_time else offer.time_slot end as slot into promised;
  select case when needs_offer then answered.day else booking.preferred_date end as day,
    case when needs_offer then answered.time_slot else booking.preferred_time end as slot into about;
  select _other_day as day, _other_slot as slot into other;
  select c.outcome into outcome from (values
    (1, 'there is no such booking', 'gone', booking.id is null),
    (2, 'it was stored under this id', 'added', private.is_repeated(_event_id, _booking_id, 'customer', _kind)),
    (3, 'the booking is cancelled already', 'added', _kind = 'cancelled' and booking.status = 'cancelled'),
    (4, 'the visit is on the day asked for', 'added', _kind = 'asked' and is_visit and promised = other),
    (5, 'the same day was asked for last', 'added', _kind = 'asked' and facts.kind is not null
      and last.kind = 'asked' and (last.day, last.time_slot) = (other.day, other.slot)),
    (6, 'it was given for another visit', 'changed', _day <> about.day or _time_slot <> about.slot),
    (7, 'the offered visit is promised', 'added', _kind = 'accepted' and is_visit and promised = about),
    (8, 'the offer is gone', 'added', _kind = 'refused' and answered.id is not null
      and offer.id is distinct from answered.id and promised is distinct from about),
    (9, 'the status admits no such answer', 'changed', facts.kind is null),
    (10, 'the day has begun', 'too-late', not needs_offer and today >= least(
      case when is_visit then booking.preferred_date else greatest(booking.preferred_date, offer.day) end, other.day
    )),
    (11, 'the offer does not stand', 'changed',
      needs_offer and (offer.id is null or offer.id is distinct from answered.id)),
    (12, 'the offered day has begun', 'too-late', needs_offer and offer.day <= today)
  ) as c (place, name, outcome, holds) where c.holds order by c.place limit 1;
  if outcome is null then
    booking := private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', _booking_id, 'actor', 'customer', 'kind', _kind
    ) || case when _kind = 'accepted' then jsonb_build_object('day', offer.day, 'time_slot', offer.time_slot,
        'price_pence', offer.price_pence, 'price_per', offer.price_per)
      when _kind = 'asked' then jsonb_build_object('day', other.day, 'time_slot', other.slot)
      else '{}' end), facts.after);
  end if;
  return json_build_object(
    'outcome', coalesce(outcome, 'added'),
    'state', case when booking.id is not null then private.request_state(booking) end,
    'series', (select private.request_state(b) from public.bookings b where b.id = booking.series)
  );
end $$;

select private.expose('private.answer_request(uuid,uuid,text,uuid,date,text,date,text)', 'anon, authenticated');

-- Settings of bookings: columns that the office sets with compare-and-set. A further one is a column and a record of
-- core/domain/booking-settings.ts. See docs/decisions/0024-answers.md.

-- A setting's value as its column stores it: a text is trimmed, and null if it is empty; people are known, at most ten,
-- each once, and without those that were deleted since. Raises a violation of a check for another value, and of a
-- foreign key for an unknown person.
create function private.setting_value(_field text, _value jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  people uuid[];
begin
  if _field <> 'crew' then
    if jsonb_typeof(_value) not in ('string', 'null') then
      raise check_violation using message = 'This setting is a text.';
    end if;
    return to_jsonb(nullif(private.trimmed(_value #>> '{}'), ''));
  end if;
  if jsonb_typeof(_value) is distinct from 'array' or jsonb_array_length(_value) > 10
    or jsonb_array_length(_value) <> (select count(distinct member) from jsonb_array_elements_text(_value) as member)
  then
    raise check_violation using message = 'Up to ten people are assigned, each once.';
  end if;
  people := array(select jsonb_array_elements_text(_value)::uuid);
  if exists (
    select from unnest(people) as member where not exists (select from public.crew where id = member)
      and not exists (select from public.deleted_rows where table_name = 'crew' and id = member)
  ) then
    raise foreign_key_violation using message = 'An assigned person is not listed.';
  end if;
  return to_jsonb(private.listed_crew(people));
end $$;

-- Whether two values of a setting are the same: people in any order, without those that were deleted since.
create function private.is_same_setting(_field text, one jsonb, other jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case when _field <> 'crew' then nullif(one, 'null') is not distinct from nullif(other, 'null') else (
    select coalesce(bool_and(one ? c.id::text = (other ? c.id::text)), true) from public.crew c
    where one ? c.id::text or other ? c.id::text
  ) end;
$$;

-- Sets a setting of a booking and stores the change. Its past day keeps the people when the series gets others. The
-- caller holds the lock of the revisions.
create function private.add_setting(
  before public.bookings, _id uuid, _field text, _value jsonb, _for_series boolean, _created_by uuid
) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  setting record;
begin
  select * into setting from private.setting_fields() where field = _field;
  execute format($sql$
    update public.bookings b set %1$I = case when $1 then b.%1$I else n.%1$I end
    from jsonb_populate_record(null::public.bookings, $2) n where b.id = $3 returning b.*
  $sql$, _field) into booking using
    setting.past_stays and _for_series and before.preferred_date < private.london_today(),
    jsonb_build_object(_field, _value), before.id;
  if _for_series then
    execute format($sql$
      update public.bookings v set %1$I = n.%1$I from jsonb_populate_record(null::public.bookings, $1) n
      where v.series = $2 and v.preferred_date >= private.london_today() and v.%1$I is distinct from n.%1$I
        and not exists (select from private.setting_changes c where c.booking_id = v.id and c.field = $3)
    $sql$, _field) using jsonb_build_object(_field, _value), before.id, _field;
  end if;
  insert into private.setting_changes (id, booking_id, field, value, for_series, created_by, rev) values (
    _id, before.id, _field, case when not setting.is_secret then nullif(_value, 'null') end, _for_series, _created_by,
    booking.rev
  );
  return booking;
end $$;

-- For administrators: sets a setting of a booking, as {outcome, value, rev} with the present value and revision of the
-- booking. `_expected` and `_value` are JSON texts, because the embedded API reads a parameter of type jsonb in another
-- way than PostgREST. `_for_series`, for a series' first booking: the coming visits get the value too, except those
-- that were set by themselves. `_expected_revision`: the booking's revision that a page of release 1.0.0 compares in
-- place of the value. Outcomes:
-- set: stored now, or before under this id, or the setting has this value.
-- changed: the setting has neither the expected nor this value.
-- gone: there is no such booking; `value` and `rev` are null.
create function private.set_booking(
  _id uuid, _booking_id uuid, _field text, _expected text, _value text, _for_series boolean default false,
  _expected_revision bigint default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  setting record;
  present jsonb;
  fresh jsonb;
  last private.setting_changes;
  to_series boolean;
  outcome text;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can change the settings of bookings.';
  end if;
  select * into setting from private.setting_fields() where field = _field;
  if _id is null or setting.field is null then
    raise check_violation using message = 'A change of a setting has an id and a field.';
  end if;
  -- Every writer of bookings takes this lock before a row.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  present := to_jsonb(booking) -> _field;
  fresh := private.setting_value(_field, _value::jsonb);
  to_series := coalesce(_for_series, false) and booking.series is null;
  select * into last from private.setting_changes
    where booking_id = _booking_id and field = _field order by rev desc limit 1;
  select c.outcome into outcome from (values
    (1, 'there is no such booking', 'gone', booking.id is null),
    (2, 'it was stored under this id', 'set',
      exists (select from private.setting_changes where id = _id and booking_id = _booking_id and field = _field)),
    (3, 'the setting has this value', 'set', not to_series and private.is_same_setting(_field, present, fresh)),
    (4, 'the series has this value', 'set', to_series and coalesce(last.for_series, true) and private.is_same_setting(
      _field, case when setting.is_secret or last.id is null then present else last.value end, fresh
    )),
    (5, 'it was set after the expected revision', 'changed',
      _expected_revision not between coalesce(last.rev, 0) and booking.rev),
    (6, 'the setting has another value than expected', 'changed', _expected_revision is null
      and not private.is_same_setting(_field, present, fresh)
      and not private.is_same_setting(_field, present, _expected::jsonb))
  ) as c (place, name, outcome, holds) where c.holds order by c.place limit 1;
  if outcome is null then
    outcome := 'set';
    booking := private.add_setting(booking, _id, _field, fresh, to_series, auth.uid());
  end if;
  return json_build_object('outcome', outcome, 'value', to_jsonb(booking) -> _field, 'rev', booking.rev);
end $$;
select private.expose('private.set_booking(uuid,uuid,text,text,text,boolean,bigint)', 'authenticated');

-- Move the rows. What 1.0.0 derived of an event on the screen, `late` of a report, is stored once.
insert into private.setting_changes (id, booking_id, field, value, for_series, created_by, created_at, rev)
select e.id, e.booking_id,
  case e.kind when 'assigned' then 'crew' when 'instructed' then 'instructions' else 'access' end,
  case e.kind when 'assigned' then to_jsonb(e.crew) when 'instructed' then to_jsonb(e.message) end,
  -- Instructions and ways in of a series' first booking always held for its visits.
  coalesce(e.for_series, exists (
    select from public.booking_events r where r.booking_id = e.booking_id and r.kind = 'repeated' and r.rev < e.rev
  )),
  e.created_by, e.created_at, e.rev
from public.booking_events e where e.kind in ('assigned', 'instructed', 'entrusted');

insert into public.crew_reports (id, booking_id, crew_id, kind, message, pictures, made_at, created_at, late, rev)
select e.id, e.booking_id, e.crew[1], e.kind, e.message, e.pictures, e.made_at, e.created_at,
  case
    when (
      select a.kind from public.booking_events a
      where a.booking_id = e.booking_id and a.rev < e.rev and not private.is_internal(a.kind) order by a.rev desc limit 1
    ) in ('cancelled', 'declined') then 'cancelled'
    when not e.crew[1] = any((
      select a.crew from public.booking_events a
      where a.booking_id = e.booking_id and a.rev < e.rev and a.kind = 'assigned' order by a.rev desc limit 1
    )::uuid[]) then 'given-away'
  end, e.rev
from public.booking_events e where e.actor = 'crew';

insert into private.reminders (id, booking_id, day, time_slot, created_at, rev)
select id, booking_id, day, time_slot, created_at, rev from public.booking_events where kind = 'reminded';

alter table private.receipts
  drop constraint receipts_source,
  add column reminder_id uuid unique references private.reminders (id) on delete cascade;
update private.receipts set reminder_id = event_id, event_id = null where event_id in (select id from private.reminders);
alter table private.receipts add constraint receipts_source check (num_nonnulls(alert_id, event_id, reminder_id) = 1);
alter table private.event_pushes drop constraint event_pushes_pkey, alter event_id drop not null;
alter table private.event_pushes
  add column id uuid primary key default gen_random_uuid(),
  add unique (event_id),
  add column reminder_id uuid unique references private.reminders (id) on delete cascade;
update private.event_pushes set reminder_id = event_id, event_id = null where event_id in (select id from private.reminders);
alter table private.event_pushes add constraint event_pushes_source check (num_nonnulls(event_id, reminder_id) = 1);
alter table private.kept_pictures
  drop constraint kept_pictures_report_fkey,
  add foreign key (report) references public.crew_reports (id) on delete cascade;

alter table public.booking_events disable trigger keep_events;
delete from public.booking_events where private.is_internal(kind);
alter table public.booking_events enable trigger keep_events;
alter table public.booking_events
  drop constraint booking_events_actor_check,
  drop constraint kind_of_actor,
  drop constraint day_of_kind,
  drop constraint every_of_kind,
  drop constraint price_of_kind,
  drop constraint message_of_kind,
  drop constraint crew_of_kind,
  add constraint booking_events_actor_check check (actor in ('office', 'customer')),
  add constraint fields_of_kind check (
    private.is_answer(actor, kind, day, time_slot, every, price_pence is not null, message is not null)
  ),
  add constraint price_whole check ((price_pence is null) = (price_per is null)),
  add constraint no_former_fields check (num_nonnulls(crew, for_series, pictures, made_at) = 0);

drop trigger show_outcome on private.receipts;
create trigger show_outcome after update on private.receipts for each row
  when (new.alert_id is null
    and private.outcome_of(old.state, old.reason, old.detail) is distinct from private.outcome_of(new.state, new.reason, new.detail))
  execute function private.show_outcome();

-- The portal replicates the outcomes with the booking, so another outcome is another revision of it.
create or replace function private.show_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set rev = rev where id = coalesce(
    (select booking_id from public.booking_events where id = new.event_id),
    (select booking_id from private.reminders where id = new.reminder_id)
  );
  return null;
end $$;

-- Creates the mail and, if `_is_pushed`, the notification to a customer about an answer or a reminder; `_reason`: why
-- none goes.
create or replace function private.queue_notices(
  booking public.bookings, _event_id uuid, _reminder_id uuid, _reason text, _is_pushed boolean
) returns void
language plpgsql set search_path = ''
as $$
declare
  hashed bytea := private.address_hash(nullif(booking.email, ''));
  mail_reason text := coalesce(_reason, case
    when hashed is null then 'no-address'
    when exists (select from private.suppressed_addresses where address = hashed) then 'suppressed'
  end);
  push_reason text := coalesce(_reason, case
    when not exists (select from private.request_devices where booking_id = coalesce(booking.series, booking.id))
      then 'no-device'
  end);
begin
  insert into private.receipts (event_id, reminder_id, address, state, reason, attempts) values (
    _event_id, _reminder_id, hashed, case when mail_reason is null then 'pending' else 'none' end, mail_reason, 0
  );
  if _is_pushed then
    insert into private.event_pushes (event_id, reminder_id, state, reason)
      values (_event_id, _reminder_id, case when push_reason is null then 'pending' else 'none' end, push_reason);
  end if;
end $$;

-- Creates the office's alert about a customer's answer, and the customer's mail and notification about an answer, for
-- the kinds that are mailed, until some days after the answer's day. An answer replaces the unsent ones about earlier
-- answers and reminders. The caller holds the lock of the revisions.
create or replace function private.tell_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  days int := (select max(mailed_for) from private.answer_kinds() where kind = new.kind and actor = new.actor);
  earlier uuid[] := array(
    select id from public.booking_events where booking_id = new.booking_id
    union all
    select id from private.reminders where booking_id = new.booking_id
  );
begin
  select * into booking from public.bookings where id = new.booking_id;
  if new.actor = 'customer' then
    insert into public.alerts (kind, record_id, event_id) values ('booking', new.booking_id, new.id);
  end if;
  update private.receipts r set state = 'none', reason = 'replaced'
    where (r.event_id = any(earlier) or r.reminder_id = any(earlier))
      and r.state in ('pending', 'failed') and r.reason is distinct from 'refused';
  update private.event_pushes p set state = 'none', reason = 'replaced'
    where (p.event_id = any(earlier) or p.reminder_id = any(earlier)) and p.state in ('pending', 'failed');
  perform private.queue_notices(booking, new.id, null, case
    when days is null then 'kind'
    when private.day_of(new, booking) < private.london_today() - days then 'past'
  end, new.actor = 'office');
  return null;
end $$;

-- For the portal, the limits of a mail about an answer: {per_day, free_at}. `free_at`: the time at which one more may
-- go, while the office's total of a day is used up, else null. Null while unknown.
create or replace function private.mail_outlook() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('per_day', per_day, 'free_at', case when per_day > 0 then (
    select r.created_at + interval '1 day'
    from private.receipts r left join public.booking_events e on e.id = r.event_id
    where (e.actor = 'office' or r.reminder_id is not null) and r.attempts > 0
      and r.created_at between now() - interval '1 day' and now() + interval '1 minute'
    order by r.created_at desc offset per_day - 1 limit 1
  ) end) from private.mail_settings;
$$;

-- The mails to customers in the last day. A visitor causes a receipt, and the mails about the own answers.
create or replace function private.mails_today(
  _address bytea, _client bytea, _site bytea,
  out of_office bigint, out of_visitors bigint, out office_to_address bigint, out receipts_to_address bigint,
  out answers_to_address bigint, out of_client bigint, out of_site bigint
)
language sql stable set search_path = ''
as $$
  select
    count(*) filter (where caused_by = 'office'),
    count(*) filter (where caused_by <> 'office'),
    count(*) filter (where caused_by = 'office' and r.address = _address),
    count(*) filter (where caused_by = 'visitor' and r.address = _address),
    count(*) filter (where caused_by = 'customer' and r.address = _address),
    count(*) filter (where h.client = _client),
    count(*) filter (where h.site = _site)
  from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join public.alerts a on a.id = r.alert_id
  left join private.submission_hits h on h.record_id = coalesce(r.event_id, a.record_id)
  cross join lateral (
    select case when r.reminder_id is not null then 'office' else coalesce(e.actor, 'visitor') end
  ) as given (caused_by)
  where r.attempts > 0 and r.created_at between now() - interval '1 day' and now() + interval '1 minute';
$$;

-- What a mail or notification about a booking may be about: the last answer, and a later reminder while its visit
-- stands.
create or replace function private.standing_events(_booking_id uuid) returns setof public.booking_events
language sql stable set search_path = ''
as $$
  select e.* from private.last_event(_booking_id) as e where e.id is not null
  union all
  select e.* from private.reminders r join public.bookings b on b.id = r.booking_id, private.as_event(r) as e
  where r.booking_id = _booking_id and r.day > private.london_today()
    and b.status = 'confirmed' and (b.preferred_date, b.preferred_time) = (r.day, r.time_slot)
    and r.rev > coalesce((private.last_event(_booking_id)).rev, 0);
$$;

-- Claims the mail about a booking's last answer, or its reminder; a later answer replaces the mails about earlier ones.
-- Customers' answers share the visitors' limits, three a day to one address. The office's answers have the same total
-- for themselves, so that no visitor can hold them up; one address gets a few, so that answers to a flood of requests
-- leave the rest to the others.
create or replace function private.claim_answer_receipt(_booking_id uuid, _per_day int, _reminders boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  event public.booking_events;
  receipt private.receipts;
  sender record;
  share record;
  today record;
  total bigint;
  wait text;
begin
  select r.* into receipt
    from private.receipts r join private.standing_events(_booking_id) e on e.id in (r.event_id, r.reminder_id)
    where e.created_at > now() - interval '2 days' and private.is_unsent(r.state, r.attempts, r.claimed_at)
    order by e.rev limit 1;
  if not found then return null; end if;
  select * into event from private.standing_events(_booking_id) where id in (receipt.event_id, receipt.reminder_id);
  if receipt.state = 'pending' then
    select client, site into sender from private.submission_hits where record_id = event.id;
    select * into share from private.share_of(_per_day);
    select * into today from private.mails_today(receipt.address, sender.client, sender.site);
    total := case event.actor when 'office' then today.of_office else today.of_visitors end;
    wait := case
      when _per_day = 0 or (event.kind = 'reminded' and not _reminders) then 'off'
      when total >= _per_day then 'total'
      when event.actor = 'office' and today.office_to_address >= least(share.of_client, 5) then 'share'
      when event.actor = 'customer' and (today.answers_to_address >= 3
        or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12)) then 'share'
    end;
    if wait is not null then
      -- Behind the others that are due.
      update private.receipts set claimed_at = now(), reason = wait where id = receipt.id;
      return null;
    end if;
    if total + 1 > _per_day / 2 then
      perform private.raise_alarm(case event.actor when 'office' then 'answers' else 'receipts' end, total + 1);
    end if;
  end if;
  update private.receipts set state = 'sending', attempts = attempts + 1, claimed_at = now(),
    created_at = case when state = 'pending' then now() else created_at end
    where id = receipt.id;
  return jsonb_build_object('receipt_id', receipt.id, 'job_title', null) || private.customer_notice(event);
end $$;

-- Stores the result of an attempt. `_refused`: the provider takes no such mail; `_detail`: its words, for staff. A sent
-- or bounced receipt stays so, because a slower caller may report otherwise, and the report of a bounce may arrive
-- before the sender's.
create or replace function public.finish_receipt(_receipt_id uuid, _sent boolean, _refused boolean default false, _detail text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts r set
    state = case when _sent then 'sent' when finished.reason = 'replaced' then 'none' else 'failed' end,
    reason = finished.reason,
    detail = case when not _sent then left(_detail, 300) end
    from (
      select case when _sent then null when _refused then 'refused' when exists (
        select from private.receipts own
        left join public.booking_events e on e.id = own.event_id
        left join private.reminders m on m.id = own.reminder_id
        join public.booking_events later
          on later.booking_id = coalesce(e.booking_id, m.booking_id) and later.rev > coalesce(e.rev, m.rev)
        where own.id = _receipt_id
      ) then 'replaced' else 'provider' end as reason
    ) as finished
    where r.id = _receipt_id and r.state in ('sending', 'failed');
end $$;

-- Stores the provider's report about a receipt: `_undelivered`, why it did not arrive (null: it did); `_unwanted`: it
-- bounced or was reported as spam, so its address gets no further mail. True if the report was new.
create or replace function public.suppress_receipts(_receipt_id uuid, _undelivered text default null, _unwanted boolean default true)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  hashed bytea;
  mailed text;
  is_new boolean;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.receipts set state = 'bounced', reason = 'bounced', detail = left(_undelivered, 300)
    where id = _receipt_id and _undelivered is not null and attempts > 0 and state <> 'bounced';
  is_new := found;
  if not _unwanted then return is_new; end if;
  select address into hashed from private.receipts where id = _receipt_id;
  insert into private.suppressed_addresses (address) select hashed where hashed is not null on conflict do nothing;
  if not found then return is_new; end if;
  update private.receipts set state = 'none', reason = 'suppressed'
    where address = hashed and state in ('pending', 'failed') and reason is distinct from 'refused';
  select coalesce(
    (select b.email from public.bookings b where b.id = coalesce(e.booking_id, m.booking_id, a.record_id)),
    (select j.email from public.job_applications j where j.id = a.record_id),
    (select m.email from public.contact_messages m where m.id = a.record_id)
  ) into mailed
  from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join private.reminders m on m.id = r.reminder_id
  left join public.alerts a on a.id = r.alert_id
  where r.id = _receipt_id;
  -- The portal says so before the next answer. A mailbox is compared in a fraction of the time of its hash.
  update public.bookings set rev = rev where private.mailbox(email) = private.mailbox(mailed)
    and (status in ('pending', 'confirmed') or private.is_running(id));
  return true;
end $$;

-- The requests for send-form-email, as [{type, data: {id}}], a record once: the unsent alerts of the last two days that
-- are due, the longest untried first, and then, up to the limit, the due mails and notifications to customers and the
-- crew's notifications. The function that handles an alert also sends those. Staff handle older alerts, which the
-- portal shows. An attempt dated in the future came from a wrong clock and is ignored.
create or replace function public.due_alerts(at_most int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('type', kind, 'data', jsonb_build_object('id', record_id)) order by is_receipt, tried_at
  ), '[]')
  from (
    select kind, record_id, min(tried_at) as tried_at, bool_and(is_receipt) as is_receipt
    from (
      select kind, record_id, coalesce(claimed_at, created_at) as tried_at, false as is_receipt
      from public.alerts
      where state <> 'sent' and bounced_at is null and created_at > now() - interval '2 days'
        and (coalesce(claimed_at, created_at) <= now() - private.alert_wait(attempts)
          or coalesce(claimed_at, created_at) > now() + interval '1 minute')
      union all
      select coalesce(a.kind, 'booking'), coalesce(a.record_id, e.booking_id, m.booking_id), r.claimed_at, true
      from private.receipts r
      left join public.alerts a on a.id = r.alert_id
      left join public.booking_events e on e.id = r.event_id
      left join private.reminders m on m.id = r.reminder_id
      where r.state in ('pending', 'sending', 'failed')
        and coalesce(a.created_at, e.created_at, m.created_at) > now() - interval '2 days'
        and (r.claimed_at <= now() - private.alert_wait(r.attempts) or r.claimed_at > now() + interval '1 minute')
        and not exists (select from private.suppressed_addresses s where s.address = r.address)
        and not exists (
          select from public.booking_events later
          where later.booking_id = coalesce(a.record_id, e.booking_id, m.booking_id)
            and later.rev > coalesce(e.rev, m.rev, 0)
        )
      union all
      select 'booking', coalesce(e.booking_id, m.booking_id), p.claimed_at, true
      from private.event_pushes p
      left join public.booking_events e on e.id = p.event_id
      left join private.reminders m on m.id = p.reminder_id
      where p.state in ('pending', 'sending', 'failed')
        and coalesce(e.created_at, m.created_at) > now() - interval '1 day'
        and (p.claimed_at <= now() - private.alert_wait(p.attempts) or p.claimed_at > now() + interval '1 minute')
      union all
      select 'crew', p.id, p.claimed_at, true
      from private.crew_pushes p
      where p.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
        and (not p.for_office or exists (select from public.crew_reports where id = p.id))
    ) as unsent
    group by kind, record_id
    order by is_receipt, tried_at limit at_most
  ) as due;
$$;

-- The outcomes of the mail and the notification about an answer or a reminder; null for none.
create or replace function private.mail_of(_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.outcome_of(state, reason, detail) from private.receipts where event_id = _id or reminder_id = _id;
$$;

create or replace function private.push_of(_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.outcome_of(state, reason, null) from private.event_pushes where event_id = _id or reminder_id = _id;
$$;

-- The name of an administrator, or the address without one.
create or replace function private.administrator_name(_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(btrim(raw_user_meta_data ->> 'full_name'), ''), email::text) from auth.users where id = _id;
$$;

-- A booking's columns as the portal replicates them. `is_mail_refused`: it may be answered, and its address refused an
-- earlier mail and gets none. No email address is an empty text, which pages of every release can show.
create or replace function private.replicated(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) - 'job' || jsonb_build_object(
    'email', coalesce(booking.email, ''),
    'is_mail_refused', exists (
        select from private.suppressed_addresses where address = private.address_hash(booking.email)
      )
      and (booking.status in ('pending', 'confirmed') or private.is_running(booking.id))
  );
$$;

-- A booking with its events, oldest first, as pages of release 1.0.0 read it. Each event has the outcomes of its mail
-- and notification, and the name of the administrator or crew as `by`.
create or replace function private.with_events(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (private.replicated(booking) || jsonb_build_object('events', coalesce((
    select jsonb_agg(to_jsonb(e) - array['booking_id', 'created_by', 'from_day', 'from_slot'] || jsonb_build_object(
      'by', case e.actor when 'crew' then (select c.name from public.crew c where c.id = e.crew[1])
        else private.administrator_name(e.created_by) end,
      'mail', case when e.kind in ('instructed', 'assigned', 'entrusted') then private.outcome_of('none', 'kind', null)
        else private.mail_of(e.id) end,
      'push', case when e.kind in ('instructed', 'assigned', 'entrusted') then private.outcome_of('none', 'kind', null)
        else private.push_of(e.id) end
    ) order by e.rev)
    from private.former_events(booking.id) e
  ), '[]')))::json;
$$;

-- A booking with its history, as the portal replicates it: one row with one revision. `sequence`: that of its calendar
-- file. `events` are its answers with the outcomes of their mail and notification; `by` is the name of the
-- administrator or person. All lists are oldest first.
create or replace function private.with_history(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (private.replicated(booking) || jsonb_build_object(
    'sequence', private.sequence_of(booking),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - array['booking_id', 'created_by', 'crew', 'for_series', 'pictures', 'made_at']
        || jsonb_build_object(
          'by', private.administrator_name(e.created_by), 'mail', private.mail_of(e.id), 'push', private.push_of(e.id)
        ) order by e.rev)
      from public.booking_events e where e.booking_id = booking.id
    ), '[]'),
    'settings', coalesce((
      select jsonb_agg(to_jsonb(c) - array['booking_id', 'created_by']
        || jsonb_build_object('by', private.administrator_name(c.created_by)) order by c.rev)
      from private.setting_changes c where c.booking_id = booking.id
    ), '[]'),
    'reports', coalesce((
      select jsonb_agg(to_jsonb(r) - 'booking_id'
        || jsonb_build_object('by', (select p.name from public.crew p where p.id = r.crew_id)) order by r.rev)
      from public.crew_reports r where r.booking_id = booking.id
    ), '[]'),
    'reminders', coalesce((
      select jsonb_agg(to_jsonb(m) - 'booking_id'
        || jsonb_build_object('mail', private.mail_of(m.id), 'push', private.push_of(m.id)) order by m.rev)
      from private.reminders m where m.booking_id = booking.id
    ), '[]')
  ))::json;
$$;

-- A booking in the form that a page asks for: 1 is that of release 1.0.0.
create or replace function private.in_form(booking public.bookings, _form int) returns json
language sql stable set search_path = ''
as $$
  select case _form when 1 then private.with_events(booking) when 2 then private.with_history(booking) end;
$$;

-- For administrators: up to `at_most` changes of all lists after a revision, the oldest first, as {epoch, rev, now,
-- mails, changes} with the server's time, `mails` of private.mail_outlook and changes of {table, id, rev, row}; `row`
-- is null for a deleted row. `_form`: see private.in_form. A stable function reads one snapshot and revisions become
-- visible in their order, so nothing between the last change and the next request is missed. `rev` is the greatest
-- visible revision.
--
-- A sent alert counts as deleted: a replica keeps only the unsent ones. The position's title therefore comes with the
-- application. A definer, because no request role may read the epoch.
create or replace function private.changes(after bigint, at_most int, _form int default 1) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The last revision of the answer.
  up_to bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the changes of the lists.';
  end if;
  if after is null or at_most is null or at_most not between 1 and 1000 or _form is null or _form not in (1, 2) then
    raise invalid_parameter_value using message = 'A question for changes names a revision, and a thousand changes at most.';
  end if;
  -- Reads the indexes only, so that no more rows are read than are returned.
  select max(rev) into up_to from (
    select rev from (
        (select rev from public.bookings where rev > after order by rev limit at_most)
        union all
        (select rev from public.job_applications where rev > after order by rev limit at_most)
        union all
        (select rev from public.contact_messages where rev > after order by rev limit at_most)
        union all
        (select rev from public.careers where rev > after order by rev limit at_most)
        union all
        (select rev from public.gallery_images where rev > after order by rev limit at_most)
        union all
        (select rev from public.testimonials where rev > after order by rev limit at_most)
        union all
        (select rev from public.crew where rev > after order by rev limit at_most)
        union all
        (select rev from public.alerts where rev > after order by rev limit at_most)
        union all
        (select rev from public.deleted_rows where rev > after order by rev limit at_most)
    ) as following order by rev limit at_most
  ) as answered;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch),
    'rev', private.visible_revision(),
    'now', now(),
    'mails', private.mail_outlook(),
    'changes', (
      select coalesce(json_agg(json_build_object('table', listed, 'id', id, 'rev', rev, 'row', row) order by rev), '[]')
      from (
        select 'bookings' as listed, t.id, t.rev, private.in_form(t, _form) as row
        from public.bookings t where t.rev > after and t.rev <= up_to
        union all
        select 'job_applications', t.id, t.rev, private.with_job_title(t) from public.job_applications t where t.rev > after and t.rev <= up_to
        union all
        select 'contact_messages', t.id, t.rev, to_json(t) from public.contact_messages t where t.rev > after and t.rev <= up_to
        union all
        select 'careers', t.id, t.rev, to_json(t) from public.careers t where t.rev > after and t.rev <= up_to
        union all
        select 'gallery_images', t.id, t.rev, to_json(t) from public.gallery_images t where t.rev > after and t.rev <= up_to
        union all
        select 'testimonials', t.id, t.rev, to_json(t) from public.testimonials t where t.rev > after and t.rev <= up_to
        union all
        select 'crew', t.id, t.rev, to_json(t) from public.crew t where t.rev > after and t.rev <= up_to
        union all
        select 'alerts', t.id, t.rev, case when t.state <> 'sent' then to_json(t) end from public.alerts t where t.rev > after and t.rev <= up_to
        union all
        select t.table_name, t.id, t.rev, null from public.deleted_rows t where t.rev > after and t.rev <= up_to
      ) as answered
    )
  );
end $$;

select private.expose('private.changes(bigint,int,int)', 'authenticated');

-- For administrators: up to `at_most` rows of one part of the initial sync, in its order, after a position in it (null:
-- from the start), as {epoch, rev, rows, total}.
--
-- The part `coming` is the bookings from a day on, soonest first; `bookings` is the earlier ones; any other part is a
-- list. Both are newest first. A position is the day or time of a row, as answered, and its id. `rev` is the greatest
-- visible revision, and later changes come from public.changes; `total` counts the part, in its first answer only.
create or replace function private.first_copy(
  part text, from_day date, place_at text, place_id uuid, at_most int, _form int default 1
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The part's rows, their JSON, their order, and the condition for rows after the position.
  source text;
  as_json text := 'to_json(t)';
  placed text := 'created_at desc, id';
  beyond text := 'created_at <= $2::timestamptz and (created_at < $2::timestamptz or id > $3)';
  rows json;
  total bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can copy the lists.';
  end if;
  if from_day is null or at_most is null or at_most not between 1 and 1000 or _form is null or _form not in (1, 2) then
    raise invalid_parameter_value using message = 'A question for a first copy names a day, and a thousand rows at most.';
  end if;
  case part
    when 'coming' then
      source := 'public.bookings t where preferred_date >= $1';
      as_json := 'private.in_form(t, $5)';
      placed := 'preferred_date, id';
      beyond := '(preferred_date, id) > ($2::date, $3)';
    when 'bookings' then
      source := 'public.bookings t where preferred_date < $1';
      as_json := 'private.in_form(t, $5)';
    when 'alerts' then source := $sql$public.alerts t where state <> 'sent'$sql$;
    when 'job_applications' then
      source := 'public.job_applications t where true';
      as_json := 'private.with_job_title(t)';
    when 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew' then source := format('public.%I t where true', part);
    else raise invalid_parameter_value using message = 'There is no such part of the lists.';
  end case;
  if place_at is null then
    execute 'select count(*) from ' || source into total using from_day;
  else
    source := source || ' and ' || beyond;
  end if;
  execute format('select coalesce(json_agg(row), ''[]'') from (select %s as row from %s order by %s limit $4) as page', as_json, source, placed)
    into rows using from_day, place_at, place_id, at_most, _form;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch), 'rev', private.visible_revision(), 'rows', rows, 'total', total
  );
end $$;

select private.expose('private.first_copy(text,date,text,uuid,int,int)', 'authenticated');

-- True for a picture of a report of the last two weeks, up to its number of pictures.
create or replace function private.is_report_picture(file_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.crew_reports
    where id = private.report_of(file_name)
      and pictures >= substring(file_name from '/([1-6])$')::int and created_at > now() - interval '14 days'
  );
$$;

-- For administrators: keeps a picture of a report, or lets it go again. False if there is no picture to keep. Its row
-- is locked, as check_resume does: a removal at the same moment waits and finds the picture kept, or comes first, and
-- the picture counts as missing.
create or replace function private.keep_picture(_report uuid, _place int, _keep boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can keep pictures of the crew.';
  end if;
  if _keep then
    perform from storage.objects where bucket_id = 'jobs' and name = _report || '/' || _place for key share skip locked;
    if not found or not exists (select from public.crew_reports where id = _report) then return false; end if;
    insert into private.kept_pictures (report, place) values (_report, _place) on conflict do nothing;
  else
    delete from private.kept_pictures where report = _report and place = _place;
  end if;
  return true;
end $$;

select private.expose('private.keep_picture(uuid,int,boolean)', 'authenticated');
select private.expose('private.kept_pictures(uuid)', 'authenticated');

-- The names of up to 500 pictures of jobs to remove, the oldest first: those of reports that are gone, or 90 days old
-- and not kept. A restored file has the date of the restore. Storage removes them.
create or replace function public.expired_pictures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'jobs'
      and not exists (
        select from public.crew_reports r where r.id = private.report_of(o.name)
          and (r.created_at > now() - interval '90 days' or private.is_kept_picture(o.name))
      )
    order by o.created_at
    limit 500
  ) as oldest;
$$;

select private.expose('private.notify_request(uuid,uuid,text,text,text)', 'anon, authenticated');
select private.expose('private.stop_notifying(uuid,uuid)', 'anon, authenticated');

-- Leases the notification of a booking's last answer or reminder to one caller for two minutes, as {event, record};
-- null if none is due. A failed one obeys the alerts' backoff, for a day. `_reminders`: MAIL_REMINDERS.
create or replace function public.claim_push(_booking_id uuid, _reminders boolean default true) returns jsonb
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

-- Stores the result of an attempt about an answer or a reminder: `sent` (a push service took it), `service` (none did),
-- `no-device` (every subscription has ended) or `off`. A sent notification stays sent.
create or replace function public.finish_push(_event_id uuid, _result text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.event_pushes set
    state = case _result when 'sent' then 'sent' when 'service' then 'failed' else 'none' end,
    reason = nullif(_result, 'sent')
    where (event_id = _event_id or reminder_id = _event_id) and state in ('sending', 'failed');
end $$;

select private.expose('private.renew_push_device(uuid,text,uuid,text,text,text)', 'anon');
select private.expose('private.crew_code(uuid)', 'authenticated');
select private.expose('private.crew_devices()', 'authenticated');
select private.expose('private.end_crew_device(uuid)', 'authenticated');
select private.expose('private.crew_register(text,text,text)', 'anon');
select private.expose('private.crew_jobs(text)', 'anon');

-- True if a booking is or was somebody's: given to them, or its series.
create or replace function private.was_assigned(booking public.bookings, _crew_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select _crew_id = any(booking.crew) or exists (
    select from private.setting_changes c
    where c.booking_id in (booking.id, booking.series) and c.field = 'crew' and c.value ? _crew_id::text
  );
$$;

-- Stores a report on a booking. The caller holds the lock of the revisions.
create or replace function private.add_report(
  booking public.bookings, _id uuid, _crew_id uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns public.crew_reports
language sql volatile set search_path = ''
as $$
  with revised as (update public.bookings set rev = rev where id = booking.id returning rev)
  insert into public.crew_reports (id, booking_id, crew_id, kind, message, pictures, made_at, late, rev)
  select _id, booking.id, _crew_id, _kind, _message, _pictures, _made_at,
    case when booking.status = 'cancelled' then 'cancelled'
      when not _crew_id = any(booking.crew) then 'given-away' end,
    rev
  from revised returning *;
$$;

-- Adds a person's report on a job, by the key of a device: {outcome, late}. It changes no status. `_pictures`: how many
-- are uploaded to the bucket `jobs` afterwards; `_made_at`: the phone's time, of the past week. Outcomes:
-- added: stored now or before, under the same id. `late`: the job was cancelled or given away before; else null.
-- gone: there is no such job, or it was never this person's.
-- ended: the key is not registered.
create or replace function private.crew_report(
  _key text, _event_id uuid, _job uuid, _kind text, _message text, _pictures int, _made_at timestamptz
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  booking public.bookings;
  report public.crew_reports;
begin
  if _event_id is null or _kind is null or _kind not in ('done', 'locked-out', 'noted') then
    raise check_violation using message = 'A report has an id, and is done, locked-out or noted.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into device from private.crew_devices where key_hash = private.crew_key_hash(_key);
  select * into booking from public.bookings where job = _job;
  select * into report from public.crew_reports where id = _event_id and booking_id = booking.id and kind = _kind;
  if device.id is null or report.id is null then
    perform private.count_request('crew_reports', _event_id, 12);
    if device.id is null then return json_build_object('outcome', 'ended'); end if;
    if booking.id is null or not private.was_assigned(booking, device.crew_id) then
      return json_build_object('outcome', 'gone');
    end if;
    report := private.add_report(booking, _event_id, device.crew_id, _kind, _message, coalesce(_pictures, 0),
      least(greatest(coalesce(_made_at, now()), now() - interval '7 days'), now()));
    if _kind = 'locked-out' then
      insert into private.crew_pushes (id, for_office) values (_event_id, true);
    end if;
    update private.crew_devices set seen_at = now() where id = device.id;
  end if;
  return json_build_object('outcome', 'added', 'late', report.late);
end $$;

select private.expose('private.crew_report(text,uuid,uuid,text,text,int,timestamptz)', 'anon');
select private.expose('private.crew_notify(text,uuid,text,text,text)', 'anon');

-- Leases a notification to one caller for two minutes: {crew_id, record, sequence}; null if none is due. `crew_id`: the
-- person whose day has changed; null for a report, of whose booking `record` has id, day and slot. `sequence` orders
-- the notifications of a person and those of a booking. A failed one obeys the alerts' backoff, for a day.
create or replace function public.claim_crew_push(_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  push private.crew_pushes;
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  update private.crew_pushes p set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where p.id = _id and p.created_at > now() - interval '1 day' and private.is_unsent(p.state, p.attempts, p.claimed_at)
      and (not p.for_office or exists (select from public.crew_reports where id = p.id))
    returning * into push;
  if not found then return null; end if;
  if not push.for_office then
    return jsonb_build_object('crew_id', push.id, 'record', null, 'sequence', extract(epoch from push.created_at)::bigint);
  end if;
  return (
    select jsonb_build_object(
      'crew_id', null,
      'record', jsonb_build_object('id', b.id, 'preferred_date', b.preferred_date, 'preferred_time', b.preferred_time),
      'sequence', r.rev
    ) from public.crew_reports r join public.bookings b on b.id = r.booking_id where r.id = push.id
  );
end $$;

-- The bookings whose customers are to be reminded now: confirmed for tomorrow, and not confirmed or made within the
-- last day, since that mail says the same.
create or replace function private.due_reminders() returns setof public.bookings
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
create or replace function private.add_reminders(at_most int) returns int
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

-- The stored pictures of reports, by name.
create or replace function private.pictures_of(_reports uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]')
  from public.crew_reports r cross join generate_series(1, r.pictures) as place
  join storage.objects o on o.bucket_id = 'jobs' and o.name = r.id || '/' || place
  where r.id = any(_reports);
$$;

-- {bookings, job_applications, contact_messages, booking_events, setting_changes, crew_reports, reminders, pictures,
-- alerts, receipts, suppressed_addresses, accounts, push_devices, request_devices}: every row of an address, oldest
-- first. `bookings` are without the people who go and the way in, of which an export would be a further place; the
-- history is without administrators and people; `pictures` are the names of files; `accounts` are users who can sign
-- in, without credentials; the devices have their push service, without keys.
create or replace function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    reported as (select r.* from public.crew_reports r join booked t on t.id = r.booking_id),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email),
    account as (select u.* from auth.users u, wanted w where lower(u.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - array['rev', 'crew', 'access', 'job'] order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(e) - array['rev', 'created_by', 'crew', 'for_series', 'pictures', 'made_at']
        order by e.created_at, e.rev), '[]')
      from public.booking_events e join booked t on t.id = e.booking_id
    ),
    'setting_changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'booking_id', c.booking_id, 'field', c.field, 'value', case when c.field <> 'crew' then c.value end,
        'for_series', c.for_series, 'created_at', c.created_at
      ) order by c.created_at, c.rev), '[]')
      from private.setting_changes c join booked t on t.id = c.booking_id
    ),
    'crew_reports', (
      select coalesce(jsonb_agg(to_jsonb(r) - array['rev', 'crew_id'] order by r.created_at, r.rev), '[]')
      from reported r
    ),
    'reminders', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'rev' order by m.created_at, m.rev), '[]')
      from private.reminders m join booked t on t.id = m.booking_id
    ),
    'pictures', private.pictures_of(array(select id from reported)),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'address' || jsonb_build_object(
        'kind', coalesce(a.kind, 'booking'), 'record_id', coalesce(a.record_id, e.booking_id, m.booking_id)
      ) order by r.created_at), '[]')
      from private.receipts r
      left join public.alerts a on a.id = r.alert_id
      left join public.booking_events e on e.id = r.event_id
      left join private.reminders m on m.id = r.reminder_id
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

-- Deletes submissions with their alerts. Returns {bookings, job_applications, contact_messages, files, pictures}: the
-- numbers of deleted rows, and the names of their résumés and of the crew's pictures, for Storage to remove.
create or replace function private.delete_submissions(_bookings uuid[], _applications uuid[], _messages uuid[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booked bigint;
  written bigint;
  files jsonb;
  pictures jsonb := private.pictures_of(array(
    select r.id from public.crew_reports r join public.bookings b on b.id = r.booking_id
    where r.pictures > 0 and (b.id = any(_bookings) or b.series = any(_bookings))
  ));
begin
  with gone as (delete from public.bookings where id = any(_bookings) returning id) select count(*) into booked from gone;
  with gone as (delete from public.contact_messages where id = any(_messages) returning id) select count(*) into written from gone;
  with gone as (delete from public.job_applications where id = any(_applications) returning resume_path)
    select coalesce(jsonb_agg(resume_path order by resume_path), '[]') into files from gone;
  return jsonb_build_object(
    'bookings', booked, 'job_applications', jsonb_array_length(files), 'contact_messages', written, 'files', files,
    'pictures', pictures
  );
end $$;

select private.expose('private.count_browser_errors(text,jsonb)', 'anon, authenticated');

-- The mails about answers and reminders since a time that are due for more than an hour. Those that a setting or the
-- own share of an address withholds are not late.
create or replace function private.late_answers(_since timestamptz) returns setof private.receipts
language sql stable set search_path = ''
as $$
  select r.* from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join private.reminders m on m.id = r.reminder_id
  where r.state in ('pending', 'sending', 'failed') and coalesce(r.reason, '') not in ('off', 'share')
    and coalesce(e.created_at, m.created_at) between _since and now() - interval '1 hour'
    and not exists (select from public.booking_events later
      where later.booking_id = coalesce(e.booking_id, m.booking_id) and later.rev > coalesce(e.rev, m.rev));
$$;

drop function private.is_internal(text), private.status_after(text, text, text), private.last_rival(uuid, text);
drop function private.assignable(uuid[]);

-- The fields of the booking form that the crew's sheet has. See BOOKING_FIELDS for the others.
create function private.crew_fields() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['name', 'phone', 'address', 'service_type', 'service', 'size', 'notes'];
$$;

-- The fields of the booking form that the crew may see of a job.
create function private.crew_facts(booking public.bookings) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(field, to_jsonb(booking) -> field) from unnest(private.crew_fields()) as field;
$$;

-- As before, with every field that is for the crew.
create or replace function private.crew_jobs(_key text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  device private.crew_devices;
  today date := private.london_today();
begin
  perform private.count_request('crew_jobs', null, 60);
  update private.crew_devices set seen_at = now() where key_hash = private.crew_key_hash(_key) returning * into device;
  if not found then return null; end if;
  return json_build_object(
    'name', (select name from public.crew where id = device.crew_id),
    'now', now(),
    'today', today,
    'ends_at', (today + 2)::timestamp at time zone 'Europe/London',
    'jobs', (
      select coalesce(jsonb_agg(private.crew_facts(b) || jsonb_build_object(
        'job', b.job, 'day', b.preferred_date, 'time_slot', b.preferred_time, 'instructions', b.instructions,
        'access', case when b.preferred_date = today or private.is_access_time(now()) then b.access end,
        'with', private.colleagues(b, device.crew_id)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today and today + 1 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    ),
    'later', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'day', b.preferred_date, 'time_slot', b.preferred_time, 'service_type', b.service_type, 'service', b.service,
        'district', private.district_of(b.address)
      ) order by b.preferred_date, private.slot_order(b.preferred_time), b.job), '[]')
      from public.bookings b
      where b.preferred_date between today + 2 and today + 8 and b.status = 'confirmed' and device.crew_id = any(b.crew)
    )
  );
end $$;
