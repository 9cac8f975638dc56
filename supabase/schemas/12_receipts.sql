-- The mails that customers get while the function's MAIL_RECEIPTS is set. A submission's receipt belongs to its alert
-- and is deleted with it; the mail about an answer belongs to the event and is created with it, also where none goes,
-- and so does a reminder's. Each address gets at most one receipt a day, a limit applies to all together, and of it a
-- sender causes a few, because a receipt may go to a stranger.
create table private.receipts (
  -- The id of the mail, the same at every attempt.
  id uuid primary key default gen_random_uuid(),
  alert_id uuid unique references public.alerts (id) on delete cascade,
  event_id uuid unique references public.booking_events (id) on delete cascade,
  reminder_id uuid unique references private.reminders (id) on delete cascade,
  -- See private.address_hash; null for a booking without a mail address.
  address bytea,
  -- `pending`: never claimed, and not yet counted in the limits of a day. `none`: there is no such mail.
  state text not null default 'sending' check (state in ('none', 'pending', 'sending', 'sent', 'failed', 'bounced')),
  -- For staff: why there is none (kind: no answer of this kind is mailed; past: its day is over; no-address; suppressed: the
  -- address refused an earlier mail; replaced: by a later answer), why it waits (off: by MAIL_RECEIPTS or MAIL_REMINDERS; total and
  -- share: the limits of a day; provider: it did not take the mail), or why it did not arrive (refused, bounced).
  reason text check (reason in (
    'kind', 'past', 'no-address', 'suppressed', 'replaced', 'off', 'total', 'share', 'provider', 'refused', 'bounced'
  )),
  -- The provider's own words, for staff.
  detail text check (char_length(detail) <= 300),
  attempts int not null default 1,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now(),
  constraint receipts_source check (num_nonnulls(alert_id, event_id, reminder_id) = 1)
);
create index receipts_address on private.receipts (address, created_at);
create index receipts_newest on private.receipts (created_at);
alter table private.receipts enable row level security;

-- Addresses that get no further receipt, because one bounced or was reported as spam.
create table private.suppressed_addresses (
  address bytea primary key,
  created_at timestamptz not null default now()
);
alter table private.suppressed_addresses enable row level security;

-- The mailbox of an address: in lower case and without a `+tag`. Gmail ignores dots, and delivers both of its domains
-- (https://support.google.com/mail/answer/7436150).
create function private.mailbox(email text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(plain, '@', 1), '.', '') || '@gmail.com' else plain end
  from regexp_replace(lower(btrim(email)), '\+[^@]*(?=@)', '') as plain;
$$;

-- The hash of a mailbox, as both tables store it. The secret prevents a search through all addresses.
create function private.address_hash(email text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(secret || private.mailbox(email), 'UTF8')) from private.flood_settings;
$$;

-- The notifications of the office's answers and of reminders; sent to the devices of the request. Independent of the
-- mails.
create table private.event_pushes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid unique references public.booking_events (id) on delete cascade,
  reminder_id uuid unique references private.reminders (id) on delete cascade,
  state text not null check (state in ('none', 'pending', 'sending', 'sent', 'failed')),
  -- As that of a receipt. no-device: no device asked for notifications; off: the server has no keys for them; service: no push
  -- service took it.
  reason text check (reason in ('kind', 'past', 'replaced', 'no-device', 'off', 'service')),
  attempts int not null default 0,
  claimed_at timestamptz not null default now(),
  constraint event_pushes_source check (num_nonnulls(event_id, reminder_id) = 1)
);
alter table private.event_pushes enable row level security;

-- Web push for the crew: one notification for each person whose day has changed, sent to their devices, and one for
-- each report that nobody could get in, sent to the administrators'. `id`: the person, or the report.
create table private.crew_pushes (
  id uuid primary key,
  for_office boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now()
);
alter table private.crew_pushes enable row level security;

-- The outcome of a mail or notification about an answer, as the portal shows it: {state, reason, detail}. The states
-- are sent, waits, refused and none.
create function private.outcome_of(state text, reason text, detail text) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object('state', case
    when state in ('sent', 'none') then state
    when reason = 'off' then 'none'
    when reason in ('refused', 'bounced', 'service') then 'refused'
    else 'waits'
  end, 'reason', reason, 'detail', detail);
$$;

-- The portal replicates the outcomes with the booking, so another outcome is another revision of it.
create function private.show_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.bookings set rev = rev where id = coalesce(
    (select booking_id from public.booking_events where id = new.event_id),
    (select booking_id from private.reminders where id = new.reminder_id)
  );
  return null;
end $$;
create trigger show_outcome after update on private.receipts for each row
  when (new.alert_id is null
    and private.outcome_of(old.state, old.reason, old.detail) is distinct from private.outcome_of(new.state, new.reason, new.detail))
  execute function private.show_outcome();
create trigger show_outcome after update on private.event_pushes for each row
  when (private.outcome_of(old.state, old.reason, null) is distinct from private.outcome_of(new.state, new.reason, null))
  execute function private.show_outcome();

-- The last day that an answer is about: its own; without one the latest one of the booking's day and of every event.
create function private.day_of(event public.booking_events, booking public.bookings) returns date
language sql stable set search_path = ''
as $$
  select coalesce(event.day, greatest(
    booking.preferred_date, (select max(e.day) from public.booking_events e where e.booking_id = booking.id)
  ));
$$;

-- Creates the mail and, if `_is_pushed`, the notification to a customer about an answer or a reminder; `_reason`: why
-- none goes.
create function private.queue_notices(
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
create function private.tell_customer() returns trigger
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
create trigger tell_customer after insert on public.booking_events
  for each row execute function private.tell_customer();

-- Whether a mail or notification that is not sent may be claimed: a failed one after its backoff, a leased one after
-- two minutes.
create function private.is_unsent(state text, attempts int, claimed_at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select state = 'pending'
    or (state = 'failed' and claimed_at <= now() - private.alert_wait(attempts))
    or (state = 'sending' and claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (state in ('failed', 'sending') and claimed_at > now() + interval '1 minute');
$$;

-- The last known settings of the function; no row before its first call. MAIL_RECEIPTS: the most mails a day to
-- customers; MAIL_REMINDERS: whether they are reminded of a visit; the number of mailboxes in MAIL_TO;
-- MAIL_DAILY_LIMIT: the most mails that the provider sends in a day, null while unknown.
create table private.mail_settings (
  is_only boolean primary key default true check (is_only),
  per_day int not null,
  reminders boolean not null default true,
  mailboxes int not null default 1,
  daily_limit int
);
alter table private.mail_settings enable row level security;

create function private.note_mail_settings(_per_day int, _reminders boolean, _mailboxes int, _daily_limit int) returns void
language sql set search_path = ''
as $$
  insert into private.mail_settings (per_day, reminders, mailboxes, daily_limit) values (_per_day, _reminders, _mailboxes, _daily_limit)
    on conflict (is_only) do update set per_day = excluded.per_day, reminders = excluded.reminders,
      mailboxes = excluded.mailboxes, daily_limit = excluded.daily_limit
    where (mail_settings.per_day, mail_settings.reminders, mail_settings.mailboxes, mail_settings.daily_limit)
      is distinct from (excluded.per_day, excluded.reminders, excluded.mailboxes, excluded.daily_limit);
$$;

-- For the portal, the limits of a mail about an answer: {per_day, free_at}. `free_at`: the time at which one more may
-- go, while the office's total of a day is used up, else null. Null while unknown.
create function private.mail_outlook() returns jsonb
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
create function private.mails_today(
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
  if submission ->> 'email' is null then return null; end if;
  -- After an answer, the mail about the answer says more.
  if (private.last_event(_id)).id is not null then return null; end if;
  hashed := private.address_hash(submission ->> 'email');
  if exists (select from private.suppressed_addresses where address = hashed) then return null; end if;
  update private.receipts r set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where alert_id = alert.id and private.is_unsent(r.state, r.attempts, r.claimed_at)
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

-- The content of the mail and notification about an answer: {record, event}. Of the visitor's texts the record holds
-- the address only. `link_id`: the request that its customer opens. `moved_from`: the confirmed visit that is moved. Of
-- `repeated` and `stopped`: `visits` are the coming four, `removed` those that calendars may still have. `series`: the
-- weeks between two visits, for a visit of a series.
create function private.customer_notice(event public.booking_events) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'record', jsonb_build_object('email', b.email, 'created_at', event.created_at, 'service_type', b.service_type,
      'preferred_date', b.preferred_date, 'preferred_time', b.preferred_time, 'status', b.status),
    'event', to_jsonb(event) - array[
      'created_by', 'rev', 'from_day', 'from_slot', 'price_pence', 'price_per', 'crew', 'for_series', 'pictures', 'made_at'
    ] || jsonb_build_object(
      'sequence', private.sequence_of(b),
      'moved_from', case when event.from_day is not null then
        jsonb_build_object('day', event.from_day, 'time_slot', event.from_slot) end,
      'was_confirmed', private.was_confirmed(b),
      -- The offer's own, or the agreed one.
      'price', (
        select jsonb_build_object('pence', pence, 'per', per)
        from (select coalesce(event.price_pence, b.price_pence) as pence, coalesce(event.price_per, b.price_per) as per) as price
        where pence is not null
      ),
      'link_id', coalesce(b.series, b.id),
      'series', (select every from private.series_rule(coalesce(b.series, b.id))),
      'visits', case when event.kind in ('repeated', 'stopped') then private.coming_visits(b.id, 4) else '[]' end,
      'removed', private.removed_visits(event)
    )
  ) from public.bookings b where b.id = event.booking_id;
$$;

-- What a mail or notification about a booking may be about: the last answer, and a later reminder while its visit
-- stands.
create function private.standing_events(_booking_id uuid) returns setof public.booking_events
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
create function private.claim_answer_receipt(_booking_id uuid, _per_day int, _reminders boolean) returns jsonb
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

-- Leases one mail to the customer of a submission to one caller for two minutes: its receipt, or the one about the last
-- answer. Returns {receipt_id, record, job_title, event?}; null if none is due. The first claim of a receipt creates
-- it, within the limits of a day: `_per_day` for all together, of which a sender has its share, up to three, and a /48
-- up to twelve; one receipt to each address. A failed mail obeys the alerts' backoff. Staff read an alarm when half of
-- `_per_day` is used. Of the visitor's texts the record holds the address only. Two days later no mail is sent. The
-- last three are settings of the
-- function: see private.mail_settings.
create function public.claim_receipt(
  _kind text, _id uuid, _per_day int, _reminders boolean default true, _mailboxes int default 1, _daily_limit int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claim jsonb;
begin
  -- Claims take turns, so that each counts the earlier ones. An answer takes this lock before the rows of its mails, so every
  -- function that changes an outcome does.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  perform private.note_mail_settings(_per_day, _reminders, _mailboxes, _daily_limit);
  claim := private.claim_receipt(_kind, _id, _per_day);
  if claim is null and _kind = 'booking' then claim := private.claim_answer_receipt(_id, _per_day, _reminders); end if;
  return claim;
end $$;
grant execute on function public.claim_receipt(text, uuid, int, boolean, int, int) to service_role;

-- Stores the result of an attempt. `_refused`: the provider takes no such mail; `_detail`: its words, for staff. A sent
-- or bounced receipt stays so, because a slower caller may report otherwise, and the report of a bounce may arrive
-- before the sender's.
create function public.finish_receipt(_receipt_id uuid, _sent boolean, _refused boolean default false, _detail text default null)
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
grant execute on function public.finish_receipt(uuid, boolean, boolean, text) to service_role;

-- Stores the provider's report about a receipt: `_undelivered`, why it did not arrive (null: it did); `_unwanted`: it
-- bounced or was reported as spam, so its address gets no further mail. True if the report was new.
create function public.suppress_receipts(_receipt_id uuid, _undelivered text default null, _unwanted boolean default true)
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
grant execute on function public.suppress_receipts(uuid, text, boolean) to service_role;

-- The requests for send-form-email, as [{type, data: {id}}], a record once: the unsent alerts of the last two days that
-- are due, the longest untried first, and then, up to the limit, the due mails and notifications to customers and the
-- crew's notifications. The function that handles an alert also sends those. Staff handle older alerts, which the
-- portal shows. An attempt dated in the future came from a wrong clock and is ignored.
create function public.due_alerts(at_most int) returns jsonb
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
grant execute on function public.due_alerts(int) to service_role;
