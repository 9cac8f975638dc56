-- The events of bookings: the answers of the office and of customers. See docs/decisions/0024-answers.md.

-- Whether an answer of this kind has these fields. In PL/pgSQL, which keeps its plans.
create function private.is_answer(
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

-- Append-only. Devices mint `id`, so that a repeated answer is recognised. No request role writes: see answer_booking
-- and answer_request.
create table public.booking_events (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  actor text not null check (actor in ('office', 'customer')),
  -- The administrator; null for a customer, and once the account is deleted.
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  kind text not null,
  -- The day and slot that are confirmed, offered, accepted or asked for; of `repeated`, the first visit's; of
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
  -- The office's text to the customer.
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- Empty. Release 1.0.0 stored settings and reports here: see private.former_events.
  crew uuid[] check (cardinality(crew) <= 10),
  for_series boolean,
  pictures int check (pictures between 0 and 6),
  made_at timestamptz,
  -- The booking's revision with this event, which orders the events of a booking.
  rev bigint not null,
  constraint fields_of_kind check (
    private.is_answer(actor, kind, day, time_slot, every, price_pence is not null, message is not null)
  ),
  constraint price_whole check ((price_pence is null) = (price_per is null)),
  constraint created_by_of_actor check (actor = 'office' or created_by is null),
  constraint no_former_fields check (num_nonnulls(crew, for_series, pictures, made_at) = 0)
);
create unique index booking_events_booking on public.booking_events (booking_id, rev);
create index booking_events_created_by on public.booking_events (created_by);
create index booking_events_series on public.booking_events (booking_id, rev) where kind in ('repeated', 'stopped');

alter table public.booking_events enable row level security;
grant select on public.booking_events to authenticated;
create policy "admins read" on public.booking_events for select to authenticated using ((select private.is_admin()));

create trigger trim_texts before insert on public.booking_events
  for each row execute function private.trim_texts('message');

-- Holds for definer functions too. A row of a booking's history is deleted with its booking only, and forgets a deleted
-- administrator.
create function private.keep_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) = to_jsonb(old) || '{"created_by": null}' then return new; end if;
  if tg_op = 'DELETE' and not exists (select from public.bookings where id = old.booking_id) then return old; end if;
  raise insufficient_privilege using message = 'The history of a booking is never changed.';
end $$;
create trigger keep_events before update or delete on public.booking_events
  for each row execute function private.keep_events();

create function private.london_today() returns date
language sql stable parallel safe set search_path = ''
as $$ select (now() at time zone 'Europe/London')::date; $$;

-- Adds an answer to a booking and sets the booking's status, and its day, slot and price if the answer sets them. The
-- caller holds the lock of the revisions.
create function private.add_event(before public.bookings, _event public.booking_events, _status text) returns public.bookings
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
  where booking_id = _booking_id order by rev desc limit 1;
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
