-- The mails that customers get while the function's MAIL_RECEIPTS is set. A submission's receipt belongs to its alert and is
-- deleted with it; the mail about an answer belongs to the event and is created with it. Each address gets at most one
-- receipt a day, a limit applies to all together, and of it a sender causes a few, because a receipt may go to a stranger.
create table private.receipts (
  -- The id of the mail, the same at every attempt.
  id uuid primary key default gen_random_uuid(),
  alert_id uuid unique references public.alerts (id) on delete cascade,
  event_id uuid unique references public.booking_events (id) on delete cascade,
  -- See private.address_hash.
  address bytea not null,
  -- `pending`: never claimed, and not yet counted in the limits of a day.
  state text not null default 'sending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 1,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now(),
  constraint receipts_source check (num_nonnulls(alert_id, event_id) = 1)
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

-- Creates the office's alert about a customer's answer, and the customer's mail about an answer. A customer is not mailed about a reopened booking, about the own refusal, or about a day of more than a week ago.
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

create function private.is_claimable(receipt private.receipts) returns boolean
language sql stable set search_path = ''
as $$
  select receipt.state = 'pending'
    or (receipt.state = 'failed' and receipt.claimed_at <= now() - private.alert_wait(receipt.attempts))
    or (receipt.state = 'sending' and receipt.claimed_at <= now() - interval '2 minutes')
    -- A wrong clock dated an attempt in the future.
    or (receipt.state <> 'sent' and receipt.claimed_at > now() + interval '1 minute');
$$;

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
create function public.claim_receipt(_kind text, _id uuid, _per_day int) returns jsonb
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
grant execute on function public.claim_receipt(text, uuid, int) to service_role;

-- Stores the result of an attempt. A sent receipt stays sent.
create function public.finish_receipt(_receipt_id uuid, _sent boolean) returns void
language sql security definer set search_path = ''
as $$
  update private.receipts set state = case when _sent then 'sent' else 'failed' end
    where id = _receipt_id and state <> 'sent';
$$;
grant execute on function public.finish_receipt(uuid, boolean) to service_role;

-- Stores the provider's report that a receipt bounced or was reported as spam; true if the address was new. The address
-- gets no further receipt.
create function public.suppress_receipts(_receipt_id uuid) returns boolean
language sql security definer set search_path = ''
as $$
  with suppressed as (
    insert into private.suppressed_addresses (address) select address from private.receipts where id = _receipt_id
      on conflict do nothing
      returning 1
  )
  select exists (select from suppressed);
$$;
grant execute on function public.suppress_receipts(uuid) to service_role;

-- The requests for send-form-email, as [{type, data: {id}}], a record once: the unsent alerts of the last two days that are due, the
-- longest untried first, and then, up to the limit, the due mails to customers. The function that handles an alert also sends
-- its receipt. Staff handle older alerts, which the portal shows. An attempt dated in the future came from a wrong clock and is ignored.
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
grant execute on function public.due_alerts(int) to service_role;
