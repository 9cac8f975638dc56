-- Answers to bookings: the office confirms, offers another time, declines, cancels, completes, reopens, repeats, stops, keeps
-- the day, instructs, assigns people and entrusts the way in; the customer accepts, refuses, cancels and asks for another day. See docs/decisions/0024-answers.md.

-- The conditions of an answer beyond the status; the same rules as `isAdmitted` in core/domain/booking-events.ts. `last`: the
-- booking's last answer. Only the first booking of a series is repeated and stopped; a cancelled one only if it is one already.
create function private.is_admitted(booking public.bookings, last public.booking_events, _kind text, _day date) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule record;
begin
  if _kind = 'kept' then return coalesce(last.kind = 'asked', false); end if;
  if _kind not in ('repeated', 'stopped') then return true; end if;
  if booking.series is not null then return false; end if;
  select * into rule from private.series_rule(booking.id);
  return case _kind
    when 'repeated' then booking.status <> 'cancelled' or rule.event_id is not null
    -- A stopped series ends earlier, and is repeated to end later: its later visits have left tombstones.
    else rule.event_id is not null and (rule.until is null or (rule.until >= private.london_today() and _day < rule.until))
  end;
end $$;

-- Whether an answer of the office has its effect already, by another event: then it is done, and no conflict. The same
-- rule as `officeAnswerStands` in core/domain/booking-events.ts. `last`: the booking's last answer.
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
    when 'repeated' then last.kind = 'repeated' and (last.day, last.time_slot, last.every) = (answer.day, answer.time_slot, answer.every)
      and (last.price_pence, last.price_per) is not distinct from (answer.price_pence, answer.price_per)
    when 'stopped' then last.kind = 'stopped' and last.day = answer.day
    when 'instructed' then booking.instructions is not distinct from private.trimmed(answer.message)
    when 'entrusted' then booking.access is not distinct from private.trimmed(answer.message)
    when 'assigned' then (
      select (e.crew, e.for_series) = (answer.crew, answer.for_series) from public.booking_events e
      where e.booking_id = booking.id and e.kind = 'assigned' order by e.rev desc limit 1
    )
    else booking.status = 'cancelled'
  end, false);
$$;

-- The last event that an answer of this kind may not have missed. Answers, instructions, people and the way in do not exclude each
-- other.
create function private.last_rival(_booking_id uuid, _kind text) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(max(rev), 0) from public.booking_events
  where booking_id = _booking_id and case when private.is_internal(_kind) then kind = _kind else not private.is_internal(kind) end;
$$;

-- The people that an answer assigns: without those that were deleted since. Raises a violation of a foreign key for any other unknown id.
create function private.assignable(_crew uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if _crew is null or cardinality(_crew) > 10 or array_position(_crew, null) is not null
    or cardinality(_crew) <> (select count(distinct member) from unnest(_crew) as member)
  then
    raise check_violation using message = 'Up to ten people are assigned, each once.';
  end if;
  if exists (
    select from unnest(_crew) as member where not exists (select from public.crew where id = member)
      and not exists (select from public.deleted_rows where table_name = 'crew' and id = member)
  ) then
    raise foreign_key_violation using message = 'An assigned person is not listed.';
  end if;
  return array(
    select member from unnest(_crew) with ordinality as assigned (member, place)
    where exists (select from public.crew where id = member) order by place
  );
end $$;

-- For administrators: answers a booking of the given revision, as {outcome, state: {status, day, time_slot, rev}, standing}.
-- `state` is the present one. `_every`: the weeks of `repeated`. `_price_pence`, `_price_per`: the price of `confirmed`, `offered`
-- and `repeated`; null keeps the agreed one. `_crew`, `_for_series`: the people of `assigned`, and whether they go to the visits of the
-- series, too, which is for its first booking. `_message` of `entrusted`: the way in; null empties it. Outcomes:
-- added: stored now or before, by the same event id; or its effect stands by another event, whose text is
--   `standing.message`. Otherwise `standing` is null.
-- changed: an answer came after the revision, or the booking admits no such answer, and its effect does not stand. The outcome
-- of a mail is no change.
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
  booking public.bookings;
  last public.booking_events;
  answer public.booking_events;
  after text;
  outcome text;
  standing json;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can answer bookings.';
  end if;
  if _event_id is null or _kind is null or _kind not in (
    'confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened', 'repeated', 'stopped', 'kept', 'instructed', 'assigned',
    'entrusted'
  ) then
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
  if _kind = 'assigned' then
    answer.crew := private.assignable(_crew);
    answer.for_series := coalesce(_for_series, false) and booking.series is null;
  end if;
  after := private.status_after(booking.status, 'office', _kind);
  outcome := case
    when booking.id is null then 'gone'
    when private.is_repeated(_event_id, _booking_id, 'office', _kind) then 'added'
    when after is null or not private.is_admitted(booking, last, _kind, _day) or _expected_revision is null
      or _expected_revision not between private.last_rival(_booking_id, _kind) and booking.rev then 'changed'
    when _kind = 'completed' and booking.preferred_date > private.london_today() then 'too-early'
    when _kind = 'offered' and _day <= private.london_today() then 'too-late'
    when _kind = 'repeated' and _day < private.london_today() then 'too-late'
    -- The booking's own day may have passed: a job that was done is confirmed, then completed.
    when _kind = 'confirmed' and _day < private.london_today() and _day <> booking.preferred_date then 'too-late'
  end;
  if outcome = 'changed' then
    if private.office_answer_stands(booking, last, answer) then
      outcome := 'added';
      standing := json_build_object('message', case _kind
        when 'instructed' then booking.instructions when 'entrusted' then booking.access when 'assigned' then null else last.message
      end);
    end if;
  elsif outcome is null then
    -- The former rule makes its visits up to the change.
    if _kind = 'repeated' then perform private.make_visits(_booking_id, _day - 1); end if;
    booking := private.add_event(booking, answer, after);
    perform private.apply_to_series(answer);
    select * into booking from public.bookings where id = _booking_id;
  end if;
  return json_build_object('outcome', coalesce(outcome, 'added'), 'state', case when booking.id is not null then
    json_build_object('status', booking.status, 'day', booking.preferred_date, 'time_slot', booking.preferred_time, 'rev', booking.rev)
  end, 'standing', standing);
end $$;
select private.expose('private.answer_booking(uuid, uuid, bigint, text, date, text, text, int, int, text, uuid[], boolean)', 'authenticated');

-- True for a booking that was confirmed at some time, so that its visit may be in a calendar.
create function private.was_confirmed(booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select booking.series is not null or booking.series_day is not null or exists (
    select from public.booking_events where booking_id = booking.id and kind in ('confirmed', 'accepted')
  );
$$;

-- A booking as its customer may read it: nothing that was typed into the form, and no instructions. `answer_ids` are its
-- customer's events, by which a device finds an answer whose response was lost.
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

-- The states of up to fifty requests, for anyone who knows their full ids, in no order. An id of no booking is left out,
-- so that a wrong id and an erased record look the same. A page asks at each return, so the flood guard's limits are
-- twelvefold.
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

-- The customer's answer, by the full id of the request, as {outcome, state, series}; `state` is that of request_states, and
-- `series` the state of the series' first booking, if the booking is one of its visits. Until the day begins in London: an offer's
-- for `accepted` and `refused`, which name the offer; for `cancelled` and `asked` the visit's, or before it the later one of the
-- preferred day and the offer's. `_day` and `_time_slot` are those that the answer was given for: the offer's, or the booking's for `cancelled` and `asked`; null, as
-- the former release sends, is not compared. `_other_day` and `_other_slot` are those that `asked` asks for. Outcomes:
-- added: its effect stands: stored now or before, by the same event id; or by another answer, and then without an event.
-- changed: the booking has another day, slot, offer or status than the answer was given for.
-- gone, too-late: as those of answer_booking.
create function private.answer_request(
  _event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid default null, _day date default null,
  _time_slot text default null, _other_day date default null, _other_slot text default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  last public.booking_events;
  -- The one that stands, and the one that is answered.
  offer public.booking_events;
  answered public.booking_events;
  is_visit boolean;
  -- The visit that the office promised or offers, and the one that the answer is about.
  promised_day date;
  promised_slot text;
  about_day date;
  about_slot text;
  after text;
  outcome text;
begin
  if _event_id is null or _kind is null or _kind not in ('accepted', 'refused', 'cancelled', 'asked') then
    raise check_violation using message = 'An answer has an id, and is accepted, refused, cancelled or asked.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  if private.is_repeated(_event_id, _booking_id, 'customer', _kind) then
    outcome := 'added';
  else
    perform private.count_request('request_answers', _event_id, 1);
    last := private.last_event(_booking_id);
    if last.kind = 'offered' then offer := last; end if;
    select * into answered from public.booking_events
      where id = _offer_event_id and booking_id = _booking_id and kind = 'offered';
    is_visit := booking.status in ('confirmed', 'completed');
    promised_day := case when is_visit then booking.preferred_date else offer.day end;
    promised_slot := case when is_visit then booking.preferred_time else offer.time_slot end;
    about_day := case when _kind in ('cancelled', 'asked') then booking.preferred_date else answered.day end;
    about_slot := case when _kind in ('cancelled', 'asked') then booking.preferred_time else answered.time_slot end;
    after := private.status_after(booking.status, 'customer', _kind);
    outcome := case
      when booking.id is null then 'gone'
      when _kind = 'cancelled' and booking.status = 'cancelled' then 'added'
      when _kind = 'asked' and is_visit and (booking.preferred_date, booking.preferred_time) = (_other_day, _other_slot) then 'added'
      when _kind = 'asked' and last.kind = 'asked' and (last.day, last.time_slot) = (_other_day, _other_slot) and after is not null
        then 'added'
      when _day <> about_day or _time_slot <> about_slot then 'changed'
      when _kind = 'accepted' and is_visit and promised_day = about_day and promised_slot = about_slot then 'added'
      when _kind = 'refused' and answered.id is not null and offer.id is distinct from answered.id
        and (promised_day, promised_slot) is distinct from (about_day, about_slot) then 'added'
      when after is null then 'changed'
      when _kind in ('cancelled', 'asked') then
        case when least(
          case when is_visit then booking.preferred_date else greatest(booking.preferred_date, offer.day) end,
          case when _kind = 'asked' then _other_day end
        ) <= private.london_today() then 'too-late' end
      when offer.id is null or offer.id is distinct from answered.id then 'changed'
      when offer.day <= private.london_today() then 'too-late'
    end;
  end if;
  if outcome is null then
    booking := private.add_event(booking, jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', _booking_id, 'actor', 'customer', 'kind', _kind,
      'day', case _kind when 'accepted' then offer.day when 'asked' then _other_day end,
      'time_slot', case _kind when 'accepted' then offer.time_slot when 'asked' then _other_slot end,
      'price_pence', case when _kind = 'accepted' then offer.price_pence end,
      'price_per', case when _kind = 'accepted' then offer.price_per end
    )), after);
  end if;
  return json_build_object(
    'outcome', coalesce(outcome, 'added'),
    'state', case when booking.id is not null then private.request_state(booking) end,
    'series', (select private.request_state(b) from public.bookings b where b.id = booking.series)
  );
end $$;
select private.expose('private.answer_request(uuid, uuid, text, uuid, date, text, date, text)', 'anon, authenticated');
