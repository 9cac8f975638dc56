-- The records that visitors send. The device mints `id`, so that a repeated request never stores a second row.
-- `status`, `created_at` and every other column without a grant belong to the server.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 2, 100)),
  phone text not null check (private.is_line(phone, 10, 20)),
  -- Null for a customer without an address, who called: see require_email.
  email text check (private.is_email(email)),
  address text not null check (private.is_paragraphs(address, 5, 500, 15)),
  service_type text not null check (service_type in ('residential', 'commercial', 'deep', 'move', 'specialized')),
  -- Of the nine services of the services page; the form's optional choices. The lists are those of core/domain.
  service text check (service in ('regular', 'deep', 'move', 'office', 'retail', 'facility', 'post-construction', 'event', 'eco')),
  size text check (size in (
    '1-bedroom', '2-bedrooms', '3-bedrooms', '4-bedrooms', '5-bedrooms', '2-hours', '3-hours', '4-hours', '6-hours', '8-hours'
  )),
  frequency text check (frequency in ('once', 'weekly', 'fortnightly')),
  -- A past day is allowed, because a queued booking may arrive late.
  preferred_date date not null check (preferred_date between '2020-01-01' and '2099-12-31'),
  preferred_time text not null check (preferred_time in ('morning', 'afternoon', 'evening')),
  notes text check (private.is_paragraphs(notes, 1, 1000, 60)),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- The office added it, from a call.
  by_office boolean not null default false,
  -- The agreed price, in pence, for an hour or a visit.
  price_pence int check (price_pence between 1 and 10000000),
  price_per text check (price_per in ('hour', 'visit')),
  -- The office's text for those who go. Its customer never reads it.
  instructions text check (private.is_paragraphs(instructions, 1, 1000, 60)),
  -- A visit of a series has the series' first booking, and every visit the day that it was made for; see 09_series.sql.
  series uuid references public.bookings (id) on delete cascade,
  series_day date,
  -- The people who go, ids of public.crew.
  crew uuid[] not null default '{}' check (cardinality(crew) <= 10),
  -- The way in, such as an entry code: for those who go, from the evening before on; see private.empty_access.
  access text check (private.is_paragraphs(access, 1, 500, 30)),
  -- The booking's name for the crew, because the id is its customer's key; always name_job's.
  job uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint price_whole check ((price_pence is null) = (price_per is null))
);

create table public.job_applications (
  id uuid primary key default gen_random_uuid(),
  -- Deleting a position loses no application.
  career_id uuid references public.careers (id) on delete set null,
  name text not null check (private.is_line(name, 2, 100)),
  phone text not null check (private.is_line(phone, 10, 20)),
  email text not null check (private.is_email(email)),
  cover_letter text check (private.is_paragraphs(cover_letter, 1, 1000, 60)),
  -- The application's own id, so that no application can claim another one's file.
  resume_path text not null check (resume_path in (id::text || '.pdf', id::text || '.doc', id::text || '.docx')),
  resume_url text not null check (resume_url = resume_path),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 2, 100)),
  email text not null check (private.is_email(email)),
  subject text not null check (private.is_line(subject, 5, 200)),
  message text not null check (private.is_paragraphs(message, 10, 1000, 60)),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);

create trigger trim_texts before insert or update on public.bookings
  for each row execute function private.trim_texts('name', 'phone', 'email', 'address', 'notes', 'instructions', 'access');
create trigger trim_texts before insert or update on public.job_applications
  for each row execute function private.trim_texts('name', 'phone', 'email', 'cover_letter');
create trigger trim_texts before insert or update on public.contact_messages
  for each row execute function private.trim_texts('name', 'email', 'subject', 'message');

-- A version 8 UUID (RFC 9562) of 122 bits of SHA-256.
create function private.uuid_of(value text) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select encode(
    set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex'
  )::uuid
  from substr(sha256(convert_to(value, 'UTF8')), 1, 16) as hash;
$$;

-- The key of the crew's names for bookings. A backup has it, so that they stay the same.
create table private.job_secret (
  only_row boolean primary key default true check (only_row),
  secret uuid not null default gen_random_uuid()
);
alter table private.job_secret enable row level security;
insert into private.job_secret default values;

create function private.name_job() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.job := private.uuid_of((select secret from private.job_secret) || ' ' || new.id);
  return new;
end $$;
create trigger name_job before insert on public.bookings
  for each row execute function private.name_job();

-- A definer, because visitors may not call is_office. A visit has its series' value.
create function private.note_office() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.series is null then new.by_office := private.is_office(); end if;
  return new;
end $$;
create trigger note_office before insert on public.bookings
  for each row execute function private.note_office();

-- Of the request roles only administrators store a booking without an email address. For one whose session has ended
-- is_admin raises PT401, so that the booking waits on the device.
create function private.require_email() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.trimmed(new.email) <> '' or current_user not in ('anon', 'authenticated') then return new; end if;
  -- A statement of its own, because visitors may not call is_admin.
  if current_user = 'authenticated' then
    if private.is_admin() then return new; end if;
  end if;
  raise not_null_violation using
    message = 'null value in column "email" of relation "bookings" violates not-null constraint',
    column = 'email', table = 'bookings', schema = 'public';
end $$;
create trigger require_email before insert on public.bookings
  for each row execute function private.require_email();

-- A new application names a position; only the deletion of that position empties the column.
create function private.require_position() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.career_id is null then
    raise not_null_violation using
      message = 'null value in column "career_id" of relation "job_applications" violates not-null constraint',
      column = 'career_id', table = 'job_applications', schema = 'public';
  end if;
  return new;
end $$;
create trigger require_position before insert on public.job_applications
  for each row execute function private.require_position();

-- People are found by e-mail address, in any case.
create index bookings_newest on public.bookings (created_at desc, id);
create index bookings_preferred_date on public.bookings (preferred_date, id);
create index bookings_job on public.bookings (job);
create index bookings_email on public.bookings (lower(email));
-- A day of a series has one visit: see private.missing_days.
create index bookings_series on public.bookings (series, series_day);
create index job_applications_newest on public.job_applications (created_at desc, id);
create index job_applications_career on public.job_applications (career_id);
create index job_applications_resume on public.job_applications (resume_path);
create index job_applications_email on public.job_applications (lower(email));
create index contact_messages_newest on public.contact_messages (created_at desc, id);
create index contact_messages_email on public.contact_messages (lower(email));

alter table public.bookings enable row level security;
alter table public.job_applications enable row level security;
alter table public.contact_messages enable row level security;

grant insert (id, name, phone, email, address, service_type, service, size, frequency, preferred_date, preferred_time, notes)
  on public.bookings to anon, authenticated;
grant insert (id, career_id, name, phone, email, cover_letter, resume_path, resume_url)
  on public.job_applications to anon, authenticated;
grant insert (id, name, email, subject, message) on public.contact_messages to anon, authenticated;
grant select, delete on public.bookings, public.job_applications, public.contact_messages to authenticated;

-- Devices mint ids of version 4. Those of version 8 are visits' (private.visit_id): a customer could derive one and
-- book under it, and no series would get further visits.
create policy "everyone sends" on public.bookings for insert to anon, authenticated
  with check (substr(id::text, 15, 1) <> '8');
create policy "everyone sends" on public.job_applications for insert to anon, authenticated with check (true);
create policy "everyone sends" on public.contact_messages for insert to anon, authenticated with check (true);

create policy "admins read" on public.bookings for select to authenticated using ((select private.is_admin()));
create policy "admins read" on public.job_applications for select to authenticated using ((select private.is_admin()));
create policy "admins read" on public.contact_messages for select to authenticated using ((select private.is_admin()));

create policy "admins delete" on public.bookings for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.job_applications for delete to authenticated using ((select private.is_admin()));
create policy "admins delete" on public.contact_messages for delete to authenticated using ((select private.is_admin()));
