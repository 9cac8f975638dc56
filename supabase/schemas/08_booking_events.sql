-- The events of bookings: the answers of the office and of customers, the office's choice of those who go and its
-- instructions to them, their reports, and reminders. See docs/decisions/0024-answers.md, 0025-regular-visits.md and 0026-crew.md.

-- True for an event that is no answer: its customer never reads it, and it replaces no answer.
create function private.is_internal(_kind text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select _kind in ('instructed', 'assigned', 'entrusted', 'done', 'locked-out', 'noted', 'reminded'); $$;

-- Append-only. Devices mint `id`, so that a repeated answer is recognised. No request role writes: see answer_booking and
-- answer_request.
create table public.booking_events (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  actor text not null check (actor in ('office', 'customer', 'crew')),
  -- The administrator; null for customer and crew, and once the account is deleted.
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  kind text not null,
  -- The day and slot that are confirmed, offered, accepted, asked for or reminded of; of `repeated`, the first visit's; of
  -- `stopped`, the last day that may have a visit.
  day date check (day between '2020-01-01' and '2099-12-31'),
  time_slot text check (time_slot in ('morning', 'afternoon', 'evening')),
  -- The visit that the event moved.
  from_day date,
  from_slot text,
  -- The weeks between two visits of `repeated`.
  every int check (every in (1, 2, 4)),
  -- The agreed price, in pence, for an hour or a visit.
  price_pence int check (price_pence between 1 and 10000000),
  price_per text check (price_per in ('hour', 'visit')),
  -- The office's text to the customer, or of `instructed` to those who go; the crew's to the office. Customers send no text, and
  -- the text of `entrusted` is stored in the booking alone, because events are kept.
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- The people of `assigned`, or the one who reports.
  crew uuid[] check (cardinality(crew) <= 10),
  -- `assigned` is about the visits of the series, too.
  for_series boolean,
  -- The number of a report's pictures, in the bucket `jobs`.
  pictures int check (pictures between 0 and 6),
  -- The phone's time of a report.
  made_at timestamptz,
  -- The booking's revision with this event, which orders the events of a booking.
  rev bigint not null,
  constraint kind_of_actor check (case actor
    when 'office' then kind in (
      'confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened', 'repeated', 'stopped', 'kept', 'instructed',
      'assigned', 'entrusted', 'reminded'
    )
    when 'crew' then kind in ('done', 'locked-out', 'noted')
    else kind in ('accepted', 'refused', 'cancelled', 'asked')
  end),
  constraint day_of_kind check (
    (time_slot is not null) = (kind in ('confirmed', 'offered', 'accepted', 'repeated', 'asked', 'reminded'))
    and (day is not null) = (time_slot is not null or kind = 'stopped')
  ),
  constraint every_of_kind check ((every is not null) = (kind = 'repeated')),
  constraint price_of_kind check (
    (price_pence is null) = (price_per is null)
    and (price_pence is null or kind in ('confirmed', 'offered', 'accepted', 'repeated'))
  ),
  constraint message_of_kind check (case kind when 'noted' then message is not null when 'entrusted' then message is null
    else actor <> 'customer' or message is null end),
  constraint created_by_of_actor check (actor = 'office' or created_by is null),
  constraint crew_of_kind check (
    (crew is not null) = (actor = 'crew' or kind = 'assigned') and (actor <> 'crew' or cardinality(crew) = 1)
    and (for_series is not null) = (kind = 'assigned')
    and (pictures is not null) = (actor = 'crew') and (made_at is not null) = (actor = 'crew')
  )
);
create unique index booking_events_booking on public.booking_events (booking_id, rev);
create index booking_events_created_by on public.booking_events (created_by);
create index booking_events_series on public.booking_events (booking_id, rev) where kind in ('repeated', 'stopped');

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
-- core/domain/booking-events.ts. A confirmed booking is moved by another `confirmed`. See private.is_admitted for the conditions
-- beyond the status.
create function private.status_after(_status text, _actor text, _kind text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select after from (values
    ('office', 'confirmed', 'pending', 'confirmed'),
    ('office', 'confirmed', 'confirmed', 'confirmed'),
    ('office', 'offered', 'pending', 'pending'),
    ('office', 'offered', 'confirmed', 'confirmed'),
    ('office', 'kept', 'confirmed', 'confirmed'),
    ('office', 'declined', 'pending', 'cancelled'),
    ('office', 'cancelled', 'pending', 'cancelled'),
    ('office', 'cancelled', 'confirmed', 'cancelled'),
    ('office', 'completed', 'confirmed', 'completed'),
    ('office', 'reopened', 'completed', 'pending'),
    ('office', 'reopened', 'cancelled', 'pending'),
    ('office', 'repeated', 'pending', 'confirmed'),
    ('office', 'repeated', 'confirmed', 'confirmed'),
    ('office', 'repeated', 'completed', 'completed'),
    ('office', 'repeated', 'cancelled', 'cancelled'),
    ('office', 'stopped', 'pending', 'pending'),
    ('office', 'stopped', 'confirmed', 'confirmed'),
    ('office', 'stopped', 'completed', 'completed'),
    ('office', 'stopped', 'cancelled', 'cancelled'),
    ('office', 'instructed', 'pending', 'pending'),
    ('office', 'instructed', 'confirmed', 'confirmed'),
    ('office', 'instructed', 'completed', 'completed'),
    ('office', 'instructed', 'cancelled', 'cancelled'),
    ('office', 'assigned', 'pending', 'pending'),
    ('office', 'assigned', 'confirmed', 'confirmed'),
    ('office', 'assigned', 'completed', 'completed'),
    ('office', 'assigned', 'cancelled', 'cancelled'),
    ('office', 'entrusted', 'pending', 'pending'),
    ('office', 'entrusted', 'confirmed', 'confirmed'),
    ('office', 'entrusted', 'completed', 'completed'),
    ('office', 'entrusted', 'cancelled', 'cancelled'),
    ('crew', 'done', 'pending', 'pending'),
    ('crew', 'done', 'confirmed', 'confirmed'),
    ('crew', 'done', 'completed', 'completed'),
    ('crew', 'done', 'cancelled', 'cancelled'),
    ('crew', 'locked-out', 'pending', 'pending'),
    ('crew', 'locked-out', 'confirmed', 'confirmed'),
    ('crew', 'locked-out', 'completed', 'completed'),
    ('crew', 'locked-out', 'cancelled', 'cancelled'),
    ('crew', 'noted', 'pending', 'pending'),
    ('crew', 'noted', 'confirmed', 'confirmed'),
    ('crew', 'noted', 'completed', 'completed'),
    ('crew', 'noted', 'cancelled', 'cancelled'),
    ('customer', 'accepted', 'pending', 'confirmed'),
    ('customer', 'accepted', 'confirmed', 'confirmed'),
    ('customer', 'refused', 'pending', 'pending'),
    ('customer', 'refused', 'confirmed', 'confirmed'),
    ('customer', 'asked', 'pending', 'pending'),
    ('customer', 'asked', 'confirmed', 'confirmed'),
    ('customer', 'cancelled', 'pending', 'cancelled'),
    ('customer', 'cancelled', 'confirmed', 'cancelled')
  ) as transitions (actor, kind, before, after)
  where actor = _actor and kind = _kind and before = _status;
$$;

create function private.london_today() returns date
language sql stable parallel safe set search_path = ''
as $$ select (now() at time zone 'Europe/London')::date; $$;

-- Adds an event to a booking and sets the booking's status; its day, slot and price if the event sets them; its instructions,
-- way in and people. An offer moves nothing, and the people of a series do not change those of a past day. The caller holds the
-- lock of the revisions.
create function private.add_event(before public.bookings, _event public.booking_events, _status text) returns public.bookings
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  moves boolean := _event.kind in ('confirmed', 'accepted') or (_event.kind = 'repeated' and before.status = 'pending');
begin
  if _event.kind in ('confirmed', 'accepted') and before.status = 'confirmed'
    and (before.preferred_date, before.preferred_time) <> (_event.day, _event.time_slot)
  then
    _event.from_day := before.preferred_date;
    _event.from_slot := before.preferred_time;
  end if;
  update public.bookings set
    status = _status,
    preferred_date = case when moves then coalesce(_event.day, preferred_date) else preferred_date end,
    preferred_time = case when moves then coalesce(_event.time_slot, preferred_time) else preferred_time end,
    price_pence = case when _event.kind <> 'offered' then coalesce(_event.price_pence, price_pence) else price_pence end,
    price_per = case when _event.kind <> 'offered' then coalesce(_event.price_per, price_per) else price_per end,
    instructions = case when _event.kind = 'instructed' then _event.message else instructions end,
    access = case when _event.kind = 'entrusted' then _event.message else access end,
    crew = case when _event.kind = 'assigned' and not (_event.for_series and preferred_date < private.london_today())
      then _event.crew else crew end
    where id = before.id returning * into booking;
  if _event.kind = 'entrusted' then _event.message := null; end if;
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

-- The last answer to a booking; null for a booking without one.
create function private.last_event(_booking_id uuid) returns public.booking_events
language sql stable set search_path = ''
as $$
  select e from public.booking_events e
  where booking_id = _booking_id and not private.is_internal(kind) order by rev desc limit 1;
$$;

-- An answer as its customer may read it: without its author; null for none.
create function private.customer_event(event public.booking_events) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case when event.id is not null then jsonb_build_object(
    'id', event.id, 'actor', event.actor, 'kind', event.kind, 'day', event.day, 'time_slot', event.time_slot, 'every', event.every,
    'price_pence', event.price_pence, 'price_per', event.price_per, 'message', event.message, 'created_at', event.created_at
  ) end;
$$;
