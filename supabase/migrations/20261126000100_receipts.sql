-- The receipts that customers get by e-mail while the function's MAIL_RECEIPTS is set. A receipt belongs to the alert
-- of its submission and is deleted with it. Each address gets at most one a day, a limit applies to all together, and of
-- it a sender causes a few, because a receipt may go to a stranger.

create table private.receipts (
  -- The id of the mail, the same at every attempt.
  id uuid primary key default gen_random_uuid(),
  alert_id uuid not null unique references public.alerts (id) on delete cascade,
  -- See private.address_hash.
  address bytea not null,
  state text not null default 'sending' check (state in ('sending', 'sent', 'failed')),
  attempts int not null default 1,
  created_at timestamptz not null default now(),
  claimed_at timestamptz not null default now()
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

-- Leases the receipt of one submission to one caller for two minutes and returns {receipt_id, record, job_title}; null
-- if none is due. The first claim creates the receipt, within the daily limits: `_per_day` for all together, of which a
-- sender has its share, up to three, and a /48 up to twelve. A failed one obeys the alerts' backoff. Staff read an alarm
-- when half of `_per_day` is used.
-- Of the visitor's texts the record holds the address only. Two days after the submission no receipt is sent.
create function public.claim_receipt(_kind text, _id uuid, _per_day int) returns jsonb
language plpgsql security definer set search_path = ''
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
    where kind = _kind and record_id = _id and created_at > now() - interval '2 days';
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
  hashed := private.address_hash(submission ->> 'email');
  -- Claims take turns, so that each counts the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.receipts'));
  if exists (select from private.suppressed_addresses where address = hashed) then return null; end if;
  update private.receipts set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where alert_id = alert.id
      and ((state = 'failed' and claimed_at <= now() - private.alert_wait(attempts))
        or (state = 'sending' and claimed_at <= now() - interval '2 minutes')
        -- A wrong clock dated an attempt in the future.
        or (state <> 'sent' and claimed_at > now() + interval '1 minute'))
    returning id into receipt_id;
  if receipt_id is null then
    select client, site into sender from private.submission_hits where record_id = _id;
    select * into share from private.share_of(_per_day);
    select count(*) as total, count(*) filter (where r.address = hashed) as to_address,
      count(*) filter (where h.client = sender.client) as of_client, count(*) filter (where h.site = sender.site) as of_site
      into today
      from private.receipts r join public.alerts a on a.id = r.alert_id
      left join private.submission_hits h on h.record_id = a.record_id
      where r.created_at between now() - interval '1 day' and now() + interval '1 minute';
    if today.total >= _per_day or today.to_address > 0
      or today.of_client >= least(share.of_client, 3) or today.of_site >= least(share.of_site, 12) then return null; end if;
    insert into private.receipts (alert_id, address) values (alert.id, hashed)
      on conflict (alert_id) do nothing
      returning id into receipt_id;
    if today.total + 1 > _per_day / 2 then perform private.raise_alarm('receipts', today.total + 1); end if;
  end if;
  if receipt_id is null then return null; end if;
  return jsonb_build_object('receipt_id', receipt_id, 'record', submission, 'job_title', alert.job_title);
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

-- For `npm run deploy:check`: {sent, failed} of the last two days.
create function public.receipt_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'sent', count(*) filter (where state = 'sent'), 'failed', count(*) filter (where state = 'failed')
  ) from private.receipts where created_at > now() - interval '2 days';
$$;
grant execute on function public.receipt_counts() to service_role;

-- As before, and then, up to the limit, the failed receipts that are due: the function that handles an alert also sends
-- its receipt.
create or replace function public.due_alerts(at_most int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('type', kind, 'data', jsonb_build_object('id', record_id)) order by is_receipt, tried_at
  ), '[]')
  from (
    select kind, record_id, coalesce(claimed_at, created_at) as tried_at, false as is_receipt
    from public.alerts
    where state <> 'sent' and bounced_at is null and created_at > now() - interval '2 days'
      and (coalesce(claimed_at, created_at) <= now() - private.alert_wait(attempts)
        or coalesce(claimed_at, created_at) > now() + interval '1 minute')
    union all
    select a.kind, a.record_id, r.claimed_at, true
    from private.receipts r join public.alerts a on a.id = r.alert_id
    where r.state <> 'sent' and a.created_at > now() - interval '2 days'
      and (r.claimed_at <= now() - private.alert_wait(r.attempts) or r.claimed_at > now() + interval '1 minute')
      and not exists (select from private.suppressed_addresses s where s.address = r.address)
    order by is_receipt, tried_at limit at_most
  ) as due;
$$;
