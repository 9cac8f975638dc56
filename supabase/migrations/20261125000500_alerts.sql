-- The office's e-mail about each submission: one row, created with the submission and deleted with it.
create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('booking', 'job_application', 'contact')),
  record_id uuid not null,
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

alter table public.alerts enable row level security;
grant select on public.alerts to authenticated;
create policy "admins read" on public.alerts for select to authenticated using ((select private.is_admin()));

create function private.create_alert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

-- Leases the alert of one submission to one caller for two minutes and returns the stored record to write about:
-- {outcome: 'unknown' | 'sent' | 'claimed-elsewhere'} or {outcome: 'claimed', alert_id, bounces, record, job_title}.
-- Anyone may call it, so a failed alert obeys its backoff and a bounced one waits for release_alert.
create function public.claim_alert(_kind text, _id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.alerts;
begin
  update public.alerts set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where kind = _kind and record_id = _id and bounced_at is null
      and (state = 'pending'
        or (state = 'failed' and claimed_at <= now() - private.alert_wait(attempts))
        or (state = 'sending' and claimed_at <= now() - interval '2 minutes')
        -- A wrong clock dated an attempt in the future.
        or (state <> 'sent' and claimed_at > now() + interval '1 minute'))
    returning * into alert;
  if found then
    return jsonb_build_object(
      'outcome', 'claimed',
      'alert_id', alert.id,
      'bounces', alert.bounces,
      'job_title', alert.job_title,
      'record', case _kind
        when 'booking' then (select to_jsonb(b) from public.bookings b where b.id = _id)
        when 'job_application' then (select to_jsonb(a) from public.job_applications a where a.id = _id)
        when 'contact' then (select to_jsonb(m) from public.contact_messages m where m.id = _id)
      end
    );
  end if;
  select * into alert from public.alerts where kind = _kind and record_id = _id;
  return jsonb_build_object('outcome', case
    when alert.id is null then 'unknown'
    when alert.state = 'sent' then 'sent'
    else 'claimed-elsewhere'
  end);
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
grant execute on function private.release_alert(text, uuid) to authenticated;

create function public.release_alert(_kind text, _id uuid) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.release_alert(_kind, _id);
$$;
grant execute on function public.release_alert(text, uuid) to authenticated;

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

-- Unsent alerts of the last two days that are due, as [{type, data: {id}}], the longest untried first: the requests for
-- send-form-email. Staff handle older ones, which the portal shows. An attempt dated in the future came from a wrong
-- clock and is ignored.
create function public.due_alerts(at_most int) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'data', jsonb_build_object('id', record_id)) order by tried_at), '[]')
  from (
    select kind, record_id, coalesce(claimed_at, created_at) as tried_at
    from public.alerts
    where state <> 'sent' and bounced_at is null and created_at > now() - interval '2 days'
      and (coalesce(claimed_at, created_at) <= now() - private.alert_wait(attempts)
        or coalesce(claimed_at, created_at) > now() + interval '1 minute')
    order by tried_at limit at_most
  ) as due;
$$;
grant execute on function public.due_alerts(int) to service_role;
