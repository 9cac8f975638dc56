-- Answers to bookings: what the office and customers may answer is in private.answer_kinds. The outcome of an answer is
-- the first condition of its list that holds, and each has a test of its name. See docs/decisions/0024-answers.md.

-- Whether the condition of a kind beyond the status holds; `last`: the booking's last answer. `day-come` and `offer`
-- have outcomes of their own.
create function private.is_admitted(
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
create function private.office_answer_stands(
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
create function private.former_setting(
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
create function private.office_state(booking public.bookings) returns json
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
create function private.answer_booking(
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

-- True for a booking that was confirmed at some time, so that its visit may be in a calendar.
create function private.was_confirmed(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.series is not null or booking.series_day is not null or exists (
    select from public.booking_events where booking_id = booking.id and kind in ('confirmed', 'accepted')
  );
$$;

-- A booking as its customer may read it: nothing that was typed into the form, and no instructions. `answer_ids` are
-- its customer's events, by which a device finds an answer whose response was lost.
create function private.request_state(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'status', booking.status,
    'day', booking.preferred_date,
    'time_slot', booking.preferred_time,
    'price_pence', booking.price_pence,
    'price_per', booking.price_per,
    'sequence', private.sequence_of(booking),
    'was_confirmed', private.was_confirmed(booking),
    'updated_at', coalesce(last.created_at, booking.created_at),
    'last', private.customer_event(last),
    'series', private.series_state(booking.id),
    'answer_ids', coalesce((
      select jsonb_agg(id order by rev) from public.booking_events where booking_id = booking.id and actor = 'customer'
    ), '[]')
  ) from private.last_event(booking.id) as last;
$$;

-- The states of up to fifty requests, for anyone who knows their full ids, in no order. An id of no booking is left
-- out, so that a wrong id and an erased record look the same. A page asks at each return, so the flood guard's limits
-- are twelvefold.
create function private.request_states(ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if ids is null or cardinality(ids) > 50 then
    raise sqlstate 'PT413' using message = 'A question names up to fifty requests.';
  end if;
  perform private.count_request('request_states', null, 12);
  return (select coalesce(jsonb_agg(private.request_state(b)), '[]') from public.bookings b where b.id = any(ids));
end $$;
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
create function private.answer_request(
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
