-- What happens to a booking beside its answers: changes of its settings, the crew's reports, and reminders. All are
-- append-only, and no request role writes. See docs/decisions/0024-answers.md and 0026-crew.md.

create function private.is_setting_change(_field text, _has_value boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select exists (select from private.setting_fields() where field = _field and not (is_secret and _has_value));
$$;

-- The history of the columns of private.setting_fields. The office's device mints the id.
create table private.setting_changes (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  field text not null,
  -- Null if the setting was emptied, and of a secret, because the history is kept longer than the setting.
  value jsonb,
  -- The coming visits of its series got the value too.
  for_series boolean not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The booking's revision with this change.
  rev bigint not null,
  constraint value_of_field check (private.is_setting_change(field, value is not null))
);
create unique index setting_changes_booking on private.setting_changes (booking_id, rev);
create index setting_changes_created_by on private.setting_changes (created_by);
alter table private.setting_changes enable row level security;
create trigger keep_events before update or delete on private.setting_changes
  for each row execute function private.keep_events();

-- The reports of the people who went. The phone mints the id. They change no status.
create table public.crew_reports (
  id uuid primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- The person, who may be deleted meanwhile.
  crew_id uuid not null,
  kind text not null check (kind in ('done', 'locked-out', 'noted')),
  message text check (private.is_paragraphs(message, 1, 1000, 60)),
  -- The number of its pictures, in the bucket `jobs`.
  pictures int not null check (pictures between 0 and 6),
  -- The phone's time.
  made_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Before the report came, the job was cancelled or given to others.
  late text check (late in ('cancelled', 'given-away')),
  -- The booking's revision with this report.
  rev bigint not null,
  constraint message_of_kind check (kind <> 'noted' or message is not null)
);
create unique index crew_reports_booking on public.crew_reports (booking_id, rev);
alter table public.crew_reports enable row level security;
grant select on public.crew_reports to authenticated;
create policy "admins read" on public.crew_reports for select to authenticated using ((select private.is_admin()));
create trigger trim_texts before insert on public.crew_reports
  for each row execute function private.trim_texts('message');
create trigger keep_events before update or delete on public.crew_reports
  for each row execute function private.keep_events();

-- The visits that customers were reminded of.
create table private.reminders (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  day date not null,
  time_slot text not null,
  created_at timestamptz not null default now(),
  -- The booking's revision with this reminder.
  rev bigint not null
);
create unique index reminders_booking on private.reminders (booking_id, rev);
create index reminders_day on private.reminders (day);
alter table private.reminders enable row level security;
create trigger keep_events before update or delete on private.reminders
  for each row execute function private.keep_events();

-- A reminder as the functions for mails and notifications read it.
create function private.as_event(reminder private.reminders) returns public.booking_events
language sql stable set search_path = ''
as $$
  select jsonb_populate_record(
    null::public.booking_events, to_jsonb(reminder) || '{"actor": "office", "kind": "reminded"}'
  );
$$;

-- The events of a booking as release 1.0.0 stored them, in no order: answers, changes of settings, reports and
-- reminders. For its pages alone.
create function private.former_events(_booking_id uuid) returns setof public.booking_events
language sql stable set search_path = ''
as $$
  select e.* from public.booking_events e where e.booking_id = _booking_id
  union all
  select e.* from private.setting_changes c, jsonb_populate_record(
    null::public.booking_events,
    to_jsonb(c) - 'for_series' || '{"actor": "office"}' || case c.field
      when 'crew' then jsonb_build_object('kind', 'assigned', 'crew', c.value, 'for_series', c.for_series)
      when 'instructions' then jsonb_build_object('kind', 'instructed', 'message', c.value)
      when 'access' then jsonb_build_object('kind', 'entrusted')
    end
  ) as e where c.booking_id = _booking_id and c.field in ('crew', 'instructions', 'access')
  union all
  select e.* from public.crew_reports r, jsonb_populate_record(null::public.booking_events,
    to_jsonb(r) || jsonb_build_object('actor', 'crew', 'crew', array[r.crew_id])
  ) as e where r.booking_id = _booking_id
  union all
  select e.* from private.reminders r, private.as_event(r) as e where r.booking_id = _booking_id;
$$;
