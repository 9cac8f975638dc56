-- The e-mail that the office gets about each submission: one row, made with the submission and deleted with it.
create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('booking', 'job_application', 'contact')),
  record_id uuid not null,
  -- The position as it was called then.
  job_title text,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz
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

-- Takes the alert of one submission for two minutes, for one caller only, and hands out the stored record to write about.
-- {outcome: 'unknown' | 'sent' | 'claimed-elsewhere'} or {outcome: 'claimed', alert_id, record, job_title}.
create function public.claim_alert(_kind text, _id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  alert public.alerts;
begin
  update public.alerts set state = 'sending', attempts = attempts + 1, claimed_at = now()
    where kind = _kind and record_id = _id
      and (state in ('pending', 'failed') or (state = 'sending' and claimed_at <= now() - interval '2 minutes'))
    returning * into alert;
  if found then
    return jsonb_build_object(
      'outcome', 'claimed',
      'alert_id', alert.id,
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

-- Says how sending went. What was sent once stays sent, whatever a slower caller reports.
create function public.finish_alert(_alert_id uuid, _sent boolean) returns void
language sql security definer set search_path = ''
as $$
  update public.alerts
    set state = case when _sent then 'sent' else 'failed' end, sent_at = case when _sent then now() end
    where id = _alert_id and state <> 'sent';
$$;
grant execute on function public.finish_alert(uuid, boolean) to service_role;
