-- People's rights: what is stored under one e-mail address is handed out, or deleted, in one piece. For the server's own key alone;
-- `npm run person` asks. An address is compared whatever its case.
create index bookings_email on public.bookings (lower(email));
create index job_applications_email on public.job_applications (lower(email));
create index contact_messages_email on public.contact_messages (lower(email));

-- {bookings, job_applications, contact_messages, alerts, accounts}: every row, the oldest first. `accounts` are people who sign in, without
-- what proves who they are.
create function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at
      ) order by u.created_at), '[]')
      from auth.users u, wanted w where lower(u.email) = w.email
    )
  );
$$;
grant execute on function public.person_records(text) to service_role;

-- Deletes submissions with their alerts and gives {bookings, job_applications, contact_messages, files}: how many rows went, and the
-- names of the résumés that are nobody's now, for Storage to remove.
create function private.delete_submissions(_bookings uuid[], _applications uuid[], _messages uuid[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booked bigint;
  written bigint;
  files jsonb;
begin
  with gone as (delete from public.bookings where id = any(_bookings) returning id) select count(*) into booked from gone;
  with gone as (delete from public.contact_messages where id = any(_messages) returning id) select count(*) into written from gone;
  with gone as (delete from public.job_applications where id = any(_applications) returning resume_path)
    select coalesce(jsonb_agg(resume_path order by resume_path), '[]') into files from gone;
  return jsonb_build_object(
    'bookings', booked, 'job_applications', jsonb_array_length(files), 'contact_messages', written, 'files', files
  );
end $$;

-- Deletes what is stored under an address. Accounts stay: who signs in is staff.
create function public.erase_person(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := lower(btrim(address));
begin
  -- The lock of every writer, before the rows are looked for: what is being stored meanwhile is found, or comes after all of this.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return private.delete_submissions(
    array(select id from public.bookings where lower(email) = wanted),
    array(select id from public.job_applications where lower(email) = wanted),
    array(select id from public.contact_messages where lower(email) = wanted)
  );
end $$;
grant execute on function public.erase_person(text) to service_role;
