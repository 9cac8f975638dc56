-- The office's e-mails: one row for each submission, and for each answer of a booking's customer. An alert is created
-- with its record and deleted with it.
create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('booking', 'job_application', 'contact')),
  record_id uuid not null,
  -- The customer's answer that the mail is about; null for the submission itself.
  event_id uuid,
  -- The position's title at the time of the application.
  job_title text,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  -- The cause of the last failure, for staff.
  reason text check (char_length(reason) <= 300),
  -- The number of mails that bounced. It changes the next mail's id, because the provider treats it as another mail.
  bounces int not null default 0,
  -- Set until an administrator releases the alert, because the mailbox would refuse the next mail too.
  bounced_at timestamptz,
  rev bigint not null default 0
);
create index alerts_record on public.alerts (record_id, kind);
create index alerts_newest on public.alerts (created_at desc, id);
create unique index alerts_event on public.alerts (event_id) where event_id is not null;
create index alerts_unsent on public.alerts (created_at desc, id) where state <> 'sent';

alter table public.alerts enable row level security;
grant select on public.alerts to authenticated;
create policy "admins read" on public.alerts for select to authenticated using ((select private.is_admin()));

-- The office enters a booking from a call itself, and a series makes its visits: neither has an alert, and therefore no
-- receipt.
create function private.create_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_argv[0] = 'booking' and (private.is_office() or to_jsonb(new) ->> 'series' is not null) then return null; end if;
  insert into public.alerts (kind, record_id, job_title) values (
    tg_argv[0],
    new.id,
    (select title from public.careers where id = (to_jsonb(new) ->> 'career_id')::uuid)
  );
  return null;
end $$;

create function private.delete_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.alerts where record_id = old.id and kind = tg_argv[0];
  return null;
end $$;

create trigger create_alert after insert on public.bookings
  for each row execute function private.create_alert('booking');
create trigger create_alert after insert on public.job_applications
  for each row execute function private.create_alert('job_application');
create trigger create_alert after insert on public.contact_messages
  for each row execute function private.create_alert('contact');

create trigger delete_alert after delete on public.bookings
  for each row execute function private.delete_alert('booking');
create trigger delete_alert after delete on public.job_applications
  for each row execute function private.delete_alert('job_application');
create trigger delete_alert after delete on public.contact_messages
  for each row execute function private.delete_alert('contact');

-- The backoff: the wait after the last attempt, or after the submission if there was none. Always under a day: mail
-- providers forget an id after a day and would then deliver the mail twice.
create function private.alert_wait(attempts int) returns interval
language sql immutable parallel safe set search_path = ''
as $$
  select case when attempts < 1 then interval '15 minutes'
    else least(interval '5 minutes' * 3 ^ (least(attempts, 6) - 1), interval '12 hours') end;
$$;

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

-- Leases one alert of a submission, the oldest first, to one caller for two minutes and returns the stored record to
-- write about: {outcome: 'unknown' | 'sent' | 'claimed-elsewhere'} or {outcome: 'claimed', alert_id, attempts, bounces,
-- record, job_title, event, more}. `event` is the customer's answer, with its revision as `sequence`; `more`: another
-- alert can be claimed now. A booking without an alert counts as sent. Anyone may call send-form-email, so a failed
-- alert obeys its backoff and a bounced one waits for release_alert.
create function public.claim_alert(_kind text, _id uuid) returns jsonb
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
grant execute on function public.claim_alert(text, uuid) to service_role;

-- For administrators, through public.release_alert: the next claim of an unsent alert ignores backoff and bounce.
create function private.release_alert(_kind text, _id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can send an alert again.';
  end if;
  update public.alerts set state = 'pending', bounced_at = null where kind = _kind and record_id = _id and state = 'failed';
end $$;
select private.expose('private.release_alert(text,uuid)', 'authenticated');

-- Stores the result of an attempt. A sent alert stays sent, even if a slower caller reports otherwise. A bounce stays
-- too: its report may arrive before the provider's answer to the sender.
create function public.finish_alert(_alert_id uuid, _sent boolean, _reason text default null) returns void
language sql security definer set search_path = ''
as $$
  update public.alerts set
    state = case when _sent then 'sent' else 'failed' end,
    sent_at = case when _sent then now() end,
    reason = case when _sent then null else left(_reason, 300) end
    where id = _alert_id and state <> 'sent' and bounced_at is null;
$$;
grant execute on function public.finish_alert(uuid, boolean, text) to service_role;

-- Stores the provider's report that the mail sent after `_bounces` bounces was not delivered; true if the alert
-- changed. A repeated report concerns an earlier mail and changes nothing.
create function public.bounce_alert(_alert_id uuid, _bounces int, _reason text) returns boolean
language sql security definer set search_path = ''
as $$
  with bounced as (
    update public.alerts set state = 'failed', sent_at = null, bounced_at = now(), bounces = bounces + 1, reason = left(_reason, 300)
      where id = _alert_id and bounces = _bounces and attempts > 0
      returning 1
  )
  select exists (select from bounced);
$$;
grant execute on function public.bounce_alert(uuid, int, text) to service_role;
