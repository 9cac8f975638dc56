-- Answers to bookings: the office confirms, offers another time, declines, cancels, completes and reopens; the customer
-- accepts, refuses and cancels. See docs/decisions/0024-answers.md.

-- Append-only. Devices mint `id`, so that a repeated answer is recognised. No request role writes: see answer_booking and
-- answer_request.
create table public.booking_events (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  actor text not null check (actor in ('office', 'customer')),
  -- The administrator; null for a customer, and once the account is deleted.
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  kind text not null,
  -- The day and slot that are confirmed, offered or accepted.
  day date check (day between '2020-01-01' and '2099-12-31'),
  time_slot text check (time_slot in ('morning', 'afternoon', 'evening')),
  -- The office's text to the customer. Customers send no text.
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- The booking's revision with this event, which orders the events of a booking.
  rev bigint not null,
  constraint kind_of_actor check (case actor
    when 'office' then kind in ('confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened')
    else kind in ('accepted', 'refused', 'cancelled')
  end),
  constraint day_of_kind check (
    (day is not null) = (kind in ('confirmed', 'offered', 'accepted')) and (day is null) = (time_slot is null)
  ),
  constraint message_of_office check (actor = 'office' or (message is null and created_by is null))
);
create unique index booking_events_booking on public.booking_events (booking_id, rev);
create index booking_events_created_by on public.booking_events (created_by);

alter table public.booking_events enable row level security;
grant select on public.booking_events to authenticated;
create policy "admins read" on public.booking_events for select to authenticated using ((select private.is_admin()));

create trigger trim_texts before insert on public.booking_events
  for each row execute function private.trim_texts('message');

-- Holds for definer functions too. An event is deleted with its booking only, and forgets a deleted administrator.
create function private.keep_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"created_by": null}' then return new; end if;
  if tg_op = 'DELETE' and not exists (select from public.bookings where id = old.booking_id) then return old; end if;
  raise insufficient_privilege using message = 'Events of bookings are never changed.';
end $$;
create trigger keep_events before update or delete on public.booking_events
  for each row execute function private.keep_events();

-- The status after an event; null if the event is not possible. The same table as EVENT_TRANSITIONS in
-- core/domain/booking-events.ts. A confirmed booking is moved by another `confirmed`.
create function private.status_after(_status text, _actor text, _kind text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select after from (values
    ('office', 'confirmed', 'pending', 'confirmed'),
    ('office', 'confirmed', 'confirmed', 'confirmed'),
    ('office', 'offered', 'pending', 'pending'),
    ('office', 'declined', 'pending', 'cancelled'),
    ('office', 'cancelled', 'pending', 'cancelled'),
    ('office', 'cancelled', 'confirmed', 'cancelled'),
    ('office', 'completed', 'confirmed', 'completed'),
    ('office', 'reopened', 'completed', 'pending'),
    ('office', 'reopened', 'cancelled', 'pending'),
    ('customer', 'accepted', 'pending', 'confirmed'),
    ('customer', 'refused', 'pending', 'pending'),
    ('customer', 'cancelled', 'pending', 'cancelled'),
    ('customer', 'cancelled', 'confirmed', 'cancelled')
  ) as transitions (actor, kind, before, after)
  where actor = _actor and kind = _kind and before = _status;
$$;

create function private.london_today() returns date
language sql stable parallel safe set search_path = ''
as $$ select (now() at time zone 'Europe/London')::date; $$;

-- Adds an event and sets the booking's status, and its day and slot if the event names its own; an offer moves nothing.
-- The caller holds the lock of the revisions.
create function private.add_event(_event public.booking_events, _status text) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  moves boolean := _event.kind in ('confirmed', 'accepted');
begin
  update public.bookings set
    status = _status,
    preferred_date = case when moves then coalesce(_event.day, preferred_date) else preferred_date end,
    preferred_time = case when moves then coalesce(_event.time_slot, preferred_time) else preferred_time end
    where id = _event.booking_id returning * into booking;
  _event.rev := booking.rev;
  _event.created_at := now();
  insert into public.booking_events select (_event).*;
  return booking;
end $$;

create function private.is_repeated(_event_id uuid, _booking_id uuid, _actor text, _kind text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.booking_events where id = _event_id and booking_id = _booking_id and actor = _actor and kind = _kind
  );
$$;

-- For administrators: answers a booking of the given revision, as {outcome, state: {status, day, time_slot, rev}}. `state`
-- is the present one. Outcomes:
-- added: stored now or before, by the same event id.
-- changed: the booking has another revision, or its status admits no such answer.
-- gone: there is no such booking; `state` is null.
-- too-early: completed before its day. too-late: a day that has passed, or an offer of a day that has begun.
create function private.answer_booking(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _day date, _time_slot text, _message text
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  after text;
  outcome text;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can answer bookings.';
  end if;
  if _event_id is null or _kind is null
    or _kind not in ('confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened')
  then
    raise check_violation using message = 'An answer has an id, and is confirmed, offered, declined, cancelled, completed or reopened.';
  end if;
  -- Every writer of bookings takes this lock before a row.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  after := private.status_after(booking.status, 'office', _kind);
  outcome := case
    when booking.id is null then 'gone'
    when private.is_repeated(_event_id, _booking_id, 'office', _kind) then 'added'
    when booking.rev is distinct from _expected_revision or after is null then 'changed'
    when _kind = 'completed' and booking.preferred_date > private.london_today() then 'too-early'
    when _kind = 'offered' and _day <= private.london_today() then 'too-late'
    -- The booking's own day may have passed: a job that was done is confirmed, then completed.
    when _kind = 'confirmed' and _day < private.london_today() and _day <> booking.preferred_date then 'too-late'
  end;
  if outcome is null then
    booking := private.add_event(jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', _booking_id, 'actor', 'office', 'created_by', auth.uid(),
      'kind', _kind, 'day', _day, 'time_slot', _time_slot, 'message', _message
    )), after);
  end if;
  return json_build_object('outcome', coalesce(outcome, 'added'), 'state', case when booking.id is not null then
    json_build_object('status', booking.status, 'day', booking.preferred_date, 'time_slot', booking.preferred_time, 'rev', booking.rev)
  end);
end $$;
grant execute on function private.answer_booking(uuid, uuid, bigint, text, date, text, text) to authenticated;

create function public.answer_booking(
  _event_id uuid, _booking_id uuid, _expected_revision bigint, _kind text, _day date, _time_slot text, _message text
) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.answer_booking(_event_id, _booking_id, _expected_revision, _kind, _day, _time_slot, _message);
$$;
grant execute on function public.answer_booking(uuid, uuid, bigint, text, date, text, text) to authenticated;

-- The last event of a booking; null for a booking without an answer.
create function private.last_event(_booking_id uuid) returns public.booking_events
language sql stable set search_path = ''
as $$
  select e from public.booking_events e where booking_id = _booking_id order by rev desc limit 1;
$$;

-- A booking as its customer may read it: nothing that was typed into the form. `sequence` counts its events.
create function private.request_state(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', booking.id,
    'status', booking.status,
    'day', booking.preferred_date,
    'time_slot', booking.preferred_time,
    'sequence', (select count(*) from public.booking_events where booking_id = booking.id),
    'updated_at', coalesce(last.created_at, booking.created_at),
    'last', case when last.id is not null then jsonb_build_object(
      'id', last.id, 'actor', last.actor, 'kind', last.kind, 'day', last.day, 'time_slot', last.time_slot,
      'message', last.message, 'created_at', last.created_at
    ) end
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
grant execute on function private.request_states(uuid[]) to anon, authenticated;

create function public.request_states(ids uuid[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.request_states(ids);
$$;
grant execute on function public.request_states(uuid[]) to anon, authenticated;

-- The customer's answer, by the full id of the request, as {outcome, state}; `state` is that of request_states. Until the
-- day begins in London: an offer's for `accepted` and `refused`, which name the offer; the later one of both days for
-- `cancelled`. Outcomes as those of answer_booking; `changed` includes another offer than the named one.
create function private.answer_request(_event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
  offer public.booking_events;
  after text;
  outcome text;
begin
  if _event_id is null or _kind is null or _kind not in ('accepted', 'refused', 'cancelled') then
    raise check_violation using message = 'An answer has an id, and is accepted, refused or cancelled.';
  end if;
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  select * into booking from public.bookings where id = _booking_id;
  if private.is_repeated(_event_id, _booking_id, 'customer', _kind) then
    outcome := 'added';
  else
    perform private.count_request('request_answers', _event_id, 1);
    offer := private.last_event(_booking_id);
    if offer.kind is distinct from 'offered' then offer := null; end if;
    after := private.status_after(booking.status, 'customer', _kind);
    outcome := case
      when booking.id is null then 'gone'
      when after is null then 'changed'
      when _kind = 'cancelled' then
        case when greatest(booking.preferred_date, offer.day) <= private.london_today() then 'too-late' end
      when offer.id is null or offer.id is distinct from _offer_event_id then 'changed'
      when offer.day <= private.london_today() then 'too-late'
    end;
  end if;
  if outcome is null then
    booking := private.add_event(jsonb_populate_record(null::public.booking_events, jsonb_build_object(
      'id', _event_id, 'booking_id', _booking_id, 'actor', 'customer', 'kind', _kind,
      'day', case when _kind = 'accepted' then offer.day end,
      'time_slot', case when _kind = 'accepted' then offer.time_slot end
    )), after);
  end if;
  return json_build_object(
    'outcome', coalesce(outcome, 'added'),
    'state', case when booking.id is not null then private.request_state(booking) end
  );
end $$;
grant execute on function private.answer_request(uuid, uuid, text, uuid) to anon, authenticated;

create function public.answer_request(_event_id uuid, _booking_id uuid, _kind text, _offer_event_id uuid default null) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.answer_request(_event_id, _booking_id, _kind, _offer_event_id);
$$;
grant execute on function public.answer_request(uuid, uuid, text, uuid) to anon, authenticated;
