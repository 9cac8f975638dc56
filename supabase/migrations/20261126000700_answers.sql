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

-- The flood guard with a factor: a target may have a multiple of the limits.
drop function private.is_over_limit(text, bytea, bytea);
create function private.is_over_limit(_target text, _client bytea, _site bytea, _factor int) returns boolean
language sql stable security definer set search_path = ''
as $$
  select by_client.recent >= s.per_ten_minutes * _factor or by_client.total >= s.per_day * _factor
    or by_site.recent >= s.site_per_ten_minutes * _factor or by_site.total >= s.site_per_day * _factor
  from private.flood_settings s,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and client = _client and at > now() - private.hit_age()
    ) as by_client,
    lateral (
      select count(*) as total, count(*) filter (where at > now() - interval '10 minutes') as recent
      from private.submission_hits where target = _target and site = _site and at > now() - private.hit_age()
    ) as by_site;
$$;

drop function private.record_hit(text, bytea, bytea, uuid);
create function private.record_hit(_target text, _client bytea, _site bytea, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  total int;
begin
  perform private.forget_hits();
  insert into private.submission_hits (target, client, site, record_id) values (_target, _client, _site, _record_id);
  select count(*) into total from private.submission_hits where target = _target and at > now() - interval '1 hour';
  if total > (select alarm_per_hour * _factor from private.flood_settings) then perform private.raise_alarm(_target, total); end if;
end $$;

-- Counts a visitor's request, or refuses it with PT429.
create function private.count_request(_target text, _record_id uuid, _factor int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  sender record;
begin
  select * into sender from private.sender();
  if sender.client is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('private.submission_hits'));
  if private.is_over_limit(_target, sender.client, sender.site, _factor) then
    raise sqlstate 'PT429' using
      message = 'Too many requests from this address.',
      hint = 'Please try again in ten minutes.';
  end if;
  perform private.record_hit(_target, sender.client, sender.site, _record_id, _factor);
end $$;

-- After the insert: a replay of a stored row meets the primary key first and is never delayed.
create or replace function private.guard_flood() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_request(tg_argv[0], new.id, 1);
  return null;
end $$;

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

-- A booking with its events, oldest first, as the portal replicates it: one row with one revision.
create function private.with_events(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (to_jsonb(booking) || jsonb_build_object('events', coalesce(
    (select jsonb_agg(to_jsonb(e) - 'booking_id' - 'created_by' - 'rev' order by e.rev) from public.booking_events e where e.booking_id = booking.id),
    '[]'
  )))::json;
$$;

-- As before, and bookings with their events.
create or replace function private.changes(after bigint, at_most int) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The last revision of the answer.
  up_to bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the changes of the lists.';
  end if;
  if after is null or at_most is null or at_most not between 1 and 1000 then
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
        (select rev from public.alerts where rev > after order by rev limit at_most)
        union all
        (select rev from public.deleted_rows where rev > after order by rev limit at_most)
    ) as following order by rev limit at_most
  ) as answered;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch),
    'rev', private.visible_revision(),
    'changes', (
      select coalesce(json_agg(json_build_object('table', listed, 'id', id, 'rev', rev, 'row', row) order by rev), '[]')
      from (
        select 'bookings' as listed, t.id, t.rev, private.with_events(t) as row from public.bookings t where t.rev > after and t.rev <= up_to
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
        select 'alerts', t.id, t.rev, case when t.state <> 'sent' then to_json(t) end from public.alerts t where t.rev > after and t.rev <= up_to
        union all
        select t.table_name, t.id, t.rev, null from public.deleted_rows t where t.rev > after and t.rev <= up_to
      ) as answered
    )
  );
end $$;

-- As before, and bookings with their events.
create or replace function private.first_copy(part text, from_day date, place_at text, place_id uuid, at_most int) returns json
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
  if from_day is null or at_most is null or at_most not between 1 and 1000 then
    raise invalid_parameter_value using message = 'A question for a first copy names a day, and a thousand rows at most.';
  end if;
  case part
    when 'coming' then
      source := 'public.bookings t where preferred_date >= $1';
      as_json := 'private.with_events(t)';
      placed := 'preferred_date, id';
      beyond := '(preferred_date, id) > ($2::date, $3)';
    when 'bookings' then
      source := 'public.bookings t where preferred_date < $1';
      as_json := 'private.with_events(t)';
    when 'alerts' then source := $sql$public.alerts t where state <> 'sent'$sql$;
    when 'job_applications' then
      source := 'public.job_applications t where true';
      as_json := 'private.with_job_title(t)';
    when 'contact_messages', 'careers', 'gallery_images', 'testimonials' then source := format('public.%I t where true', part);
    else raise invalid_parameter_value using message = 'There is no such part of the lists.';
  end case;
  if place_at is null then
    execute 'select count(*) from ' || source into total using from_day;
  else
    source := source || ' and ' || beyond;
  end if;
  execute format('select coalesce(json_agg(row), ''[]'') from (select %s as row from %s order by %s limit $4) as page', as_json, source, placed)
    into rows using from_day, place_at, place_id, at_most;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch), 'rev', private.visible_revision(), 'rows', rows, 'total', total
  );
end $$;

-- The office's mail about a customer's answer is an alert of its booking too, so that it is leased, retried, released,
-- replicated and deleted like the booking's first one.
alter table public.alerts add column event_id uuid;
create unique index alerts_event on public.alerts (event_id) where event_id is not null;

-- The customer's mail about an answer is a receipt, created with the event. `pending`: never claimed, and not yet counted in
-- the limits of a day.
alter table private.receipts
  alter column alert_id drop not null,
  add column event_id uuid unique references public.booking_events (id) on delete cascade,
  add constraint receipts_source check (num_nonnulls(alert_id, event_id) = 1),
  drop constraint receipts_state_check,
  add constraint receipts_state_check check (state in ('pending', 'sending', 'sent', 'failed'));

-- A customer is not mailed about a reopened booking, about the own refusal, or about a day of more than a week ago.
create function private.mail_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select * into booking from public.bookings where id = new.booking_id;
  if new.actor = 'customer' then
    insert into public.alerts (kind, record_id, event_id) values ('booking', new.booking_id, new.id);
  end if;
  if new.kind not in ('reopened', 'refused')
    and booking.preferred_date >= private.london_today() - (case new.kind when 'confirmed' then 0 else 7 end)
  then
    insert into private.receipts (event_id, address, state, attempts) values (new.id, private.address_hash(booking.email), 'pending', 0);
  end if;
  return null;
end $$;
create trigger mail_event after insert on public.booking_events
  for each row execute function private.mail_event();

create function private.is_claimable(alert public.alerts) returns boolean
language sql stable set search_path = ''
as $$
  select alert.bounced_at is null and (
    alert.state = 'pending'
    or (alert.state = 'failed' and alert.claimed_at <= now() - private.alert_wait(alert.attempts))
    or (alert.state = 'sending' and alert.claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (alert.state <> 'sent' and alert.claimed_at > now() + interval '1 minute')
  );
$$;

-- As before, one alert at a call: a booking has one for each answer of its customer too, and `event` is that answer. `more`:
-- another one can be claimed now.
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
      'bounces', alert.bounces,
      'job_title', alert.job_title,
      'record', case _kind
        when 'booking' then (select to_jsonb(b) from public.bookings b where b.id = _id)
        when 'job_application' then (select to_jsonb(a) from public.job_applications a where a.id = _id)
        when 'contact' then (select to_jsonb(m) from public.contact_messages m where m.id = _id)
      end,
      'event', (select to_jsonb(e) - 'created_by' - 'rev' from public.booking_events e where e.id = alert.event_id),
      'more', exists (select from public.alerts a where kind = _kind and record_id = _id and private.is_claimable(a))
    );
  end if;
  return jsonb_build_object('outcome', (
    select case when count(*) = 0 then 'unknown' when bool_and(state = 'sent') then 'sent' else 'claimed-elsewhere' end
    from public.alerts where kind = _kind and record_id = _id
  ));
end $$;

-- The mails to customers in the last day. A visitor causes a receipt, and the mails about the own answers.
create function private.mails_today(
  _address bytea, _client bytea, _site bytea,
  out of_office bigint, out of_visitors bigint, out receipts_to_address bigint, out answers_to_address bigint,
  out of_client bigint, out of_site bigint
)
language sql stable set search_path = ''
as $$
  select
    count(*) filter (where e.actor = 'office'),
    count(*) filter (where e.actor is distinct from 'office'),
    count(*) filter (where e.actor is null and r.address = _address),
    count(*) filter (where e.actor = 'customer' and r.address = _address),
    count(*) filter (where h.client = _client),
    count(*) filter (where h.site = _site)
  from private.receipts r
  left join public.booking_events e on e.id = r.event_id
  left join public.alerts a on a.id = r.alert_id
  left join private.submission_hits h on h.record_id = coalesce(r.event_id, a.record_id)
  where r.state <> 'pending' and r.created_at between now() - interval '1 day' and now() + interval '1 minute';
$$;

create function private.is_claimable(receipt private.receipts) returns boolean
language sql stable set search_path = ''
as $$
  select receipt.state = 'pending'
    or (receipt.state = 'failed' and receipt.claimed_at <= now() - private.alert_wait(receipt.attempts))
    or (receipt.state = 'sending' and receipt.claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (receipt.state <> 'sent' and receipt.claimed_at > now() + interval '1 minute');
$$;

-- Claims the receipt of a submission itself.
create function private.claim_receipt(_kind text, _id uuid, _per_day int) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  alert public.alerts;
  submission jsonb;
  hashed bytea;
  sender record;
  share record;
  today record;
  receipt_id uuid;
begin
  select * into alert from public.alerts
    where kind = _kind and record_id = _id and event_id is null and created_at > now() - interval '2 days';
  submission := case alert.kind
    when 'booking' then (
      select jsonb_build_object('email', email, 'created_at', created_at, 'service_type', service_type,
        'preferred_date', preferred_date, 'preferred_time', preferred_time)
      from public.bookings where id = _id)
    when 'job_application' then (
      select jsonb_build_object('email', email, 'created_at', created_at) from public.job_applications where id = _id)
    when 'contact' then (
      select jsonb_build_object('email', email, 'created_at', created_at) from public.contact_messages where id = _id)
  end;
  if submission is null then return null; end if;
  -- After an answer, the mail about the answer says more.
  if exists (select from public.booking_events where booking_id = _id) then return null; end if;
  hashed := private.address_hash(submission ->> 'email');
  if exists (select from private.suppressed_addresses where address = hashed) then return null; end if;
  update private.receipts r set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where alert_id = alert.id and private.is_claimable(r)
    returning id into receipt_id;
  if receipt_id is null then
    select client, site into sender from private.submission_hits where record_id = _id;
    select * into share from private.share_of(_per_day);
    select * into today from private.mails_today(hashed, sender.client, sender.site);
    if today.of_visitors >= _per_day or today.receipts_to_address > 0
      or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12) then return null; end if;
    insert into private.receipts (alert_id, address) values (alert.id, hashed)
      on conflict (alert_id) do nothing
      returning id into receipt_id;
    if today.of_visitors + 1 > _per_day / 2 then perform private.raise_alarm('receipts', today.of_visitors + 1); end if;
  end if;
  if receipt_id is null then return null; end if;
  return jsonb_build_object('receipt_id', receipt_id, 'record', submission, 'job_title', alert.job_title);
end $$;

-- Claims the mail about a booking's last answer; a later answer replaces the mails about earlier ones. Customers' answers
-- share the visitors' limits, three a day to one address. The office's answers have the same total for themselves, so that no
-- visitor can hold them up.
create function private.claim_answer_receipt(_booking_id uuid, _per_day int) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booking public.bookings;
  event public.booking_events := private.last_event(_booking_id);
  receipt private.receipts;
  sender record;
  share record;
  today record;
  total bigint;
begin
  select * into receipt from private.receipts r
    where r.event_id = event.id and event.created_at > now() - interval '2 days' and private.is_claimable(r)
      and not exists (select from private.suppressed_addresses s where s.address = r.address);
  if not found then return null; end if;
  if receipt.state = 'pending' then
    select client, site into sender from private.submission_hits where record_id = event.id;
    select * into share from private.share_of(_per_day);
    select * into today from private.mails_today(receipt.address, sender.client, sender.site);
    total := case event.actor when 'office' then today.of_office else today.of_visitors end;
    if total >= _per_day or (event.actor = 'customer' and (today.answers_to_address >= 3
      or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12)))
    then
      -- Behind the others that are due.
      update private.receipts set claimed_at = now() where id = receipt.id;
      return null;
    end if;
    if total + 1 > _per_day / 2 then
      perform private.raise_alarm(case event.actor when 'office' then 'answers' else 'receipts' end, total + 1);
    end if;
  end if;
  update private.receipts set state = 'sending', attempts = attempts + 1, claimed_at = now(),
    created_at = case when state = 'pending' then now() else created_at end
    where id = receipt.id;
  select * into booking from public.bookings where id = _booking_id;
  return jsonb_build_object(
    'receipt_id', receipt.id,
    'record', jsonb_build_object('email', booking.email, 'created_at', event.created_at, 'service_type', booking.service_type,
      'preferred_date', booking.preferred_date, 'preferred_time', booking.preferred_time),
    'job_title', null,
    'event', to_jsonb(event) - 'created_by' - 'rev' || jsonb_build_object(
      'sequence', (select count(*) from public.booking_events where booking_id = _booking_id),
      -- A confirmed booking gets another day.
      'is_move', coalesce((
        select e.kind in ('confirmed', 'accepted') from public.booking_events e
        where e.booking_id = _booking_id and e.rev < event.rev order by e.rev desc limit 1
      ), false)
    )
  );
end $$;

-- Leases one mail to the customer of a submission to one caller for two minutes: its receipt, or the one about the last
-- answer. Returns {receipt_id, record, job_title, event?}; null if none is due. The first claim of a receipt creates it, within
-- the limits of a day: `_per_day` for all together, of which a sender has its share, up to three, and a /48 up to twelve; one
-- receipt to each address. A failed mail obeys the alerts' backoff. Staff read an alarm when half of `_per_day` is used.
-- Of the visitor's texts the record holds the address only. Two days later no mail is sent.
create or replace function public.claim_receipt(_kind text, _id uuid, _per_day int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claim jsonb;
begin
  -- Claims take turns, so that each counts the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.receipts'));
  claim := private.claim_receipt(_kind, _id, _per_day);
  if claim is null and _kind = 'booking' then claim := private.claim_answer_receipt(_id, _per_day); end if;
  return claim;
end $$;

-- As before, and the due mails about last answers. A record is named once.
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
      select coalesce(a.kind, 'booking'), coalesce(a.record_id, e.booking_id), r.claimed_at, true
      from private.receipts r
      left join public.alerts a on a.id = r.alert_id
      left join public.booking_events e on e.id = r.event_id
      where r.state <> 'sent' and coalesce(a.created_at, e.created_at) > now() - interval '2 days'
        and (r.claimed_at <= now() - private.alert_wait(r.attempts) or r.claimed_at > now() + interval '1 minute')
        and not exists (select from private.suppressed_addresses s where s.address = r.address)
        and not exists (
          select from public.booking_events later
          where later.booking_id = coalesce(a.record_id, e.booking_id) and later.rev > coalesce(e.rev, 0)
        )
    ) as unsent
    group by kind, record_id
    order by is_receipt, tried_at limit at_most
  ) as due;
$$;

-- As before, and `booking_events`: the answers to the bookings, without the administrator.
create or replace function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email),
    account as (select u.* from auth.users u, wanted w where lower(u.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'rev' - 'created_by' order by e.created_at, e.rev), '[]')
      from public.booking_events e join booked t on t.id = e.booking_id
    ),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'address' || jsonb_build_object(
        'kind', coalesce(a.kind, 'booking'), 'record_id', coalesce(a.record_id, e.booking_id)
      ) order by r.created_at), '[]')
      from private.receipts r left join public.alerts a on a.id = r.alert_id left join public.booking_events e on e.id = r.event_id
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
    )
  );
$$;
