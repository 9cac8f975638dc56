-- Why an alert was not sent, for staff to read; and alerts that the provider took and then reported as not delivered.

alter table public.alerts
  add column reason text check (char_length(reason) <= 300),
  -- How many of its mails were reported so. The next mail is another one for the provider, so that it has another id.
  add column bounces int not null default 0,
  -- Set until somebody sends it again: the schedule does not, since the same mailbox would refuse it again.
  add column bounced_at timestamptz;

-- As before, with how many bounced; a mail that is on its way has no reason to be late.
create or replace function public.claim_alert(_kind text, _id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.alerts;
begin
  update public.alerts set state = 'sending', attempts = attempts + 1, claimed_at = now(), bounced_at = null
    where kind = _kind and record_id = _id
      -- One that was claimed in the future was so by a clock that was wrong.
      and (state in ('pending', 'failed')
        or (state = 'sending' and (claimed_at <= now() - interval '2 minutes' or claimed_at > now() + interval '1 minute')))
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

-- As before, with the reason. A bounce may come before the answer of the provider that took the mail: it stays.
drop function public.finish_alert(uuid, boolean);
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

-- What the provider reports of the mail that was sent after so many bounces: true if that changes anything. A report that comes again
-- is about an earlier mail, and changes nothing.
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

-- As before, without those that bounced; and a try in the future, made by a clock that was wrong, is no reason to wait for it.
create or replace function public.due_alerts(at_most int) returns jsonb
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

-- As before, with what a clock that was wrong dated into the future: its senders would be refused until then. A minute, because a
-- transaction that began a moment later may have committed before.
create or replace function private.forget_addresses() returns void
language sql security definer set search_path = ''
as $$
  delete from private.submission_hits where at <= now() - private.hit_age() or at > now() + interval '1 minute';
$$;
