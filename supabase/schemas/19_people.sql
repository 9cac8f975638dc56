-- Data protection, for the server's own key: the records of one person.

-- The stored pictures of reports, by name.
create function private.pictures_of(_reports uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]')
  from public.crew_reports r cross join generate_series(1, r.pictures) as place
  join storage.objects o on o.bucket_id = 'jobs' and o.name = r.id || '/' || place
  where r.id = any(_reports);
$$;

-- {bookings, job_applications, contact_messages, booking_events, setting_changes, crew_reports, reminders, pictures,
-- alerts, receipts, suppressed_addresses, accounts, push_devices, request_devices}: every row of an address, oldest
-- first. `bookings` are without the people who go and the way in, of which an export would be a further place; the
-- history is without administrators and people; `pictures` are the names of files; `accounts` are users who can sign
-- in, without credentials; the devices have their push service, without keys.
create function public.person_records(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    wanted as (select lower(btrim(address)) as email),
    booked as (select t.* from public.bookings t, wanted w where lower(t.email) = w.email),
    reported as (select r.* from public.crew_reports r join booked t on t.id = r.booking_id),
    applied as (select t.* from public.job_applications t, wanted w where lower(t.email) = w.email),
    written as (select t.* from public.contact_messages t, wanted w where lower(t.email) = w.email),
    account as (select u.* from auth.users u, wanted w where lower(u.email) = w.email)
  select jsonb_build_object(
    'bookings', (select coalesce(jsonb_agg(to_jsonb(t) - array['rev', 'crew', 'access', 'job'] order by t.created_at, t.id), '[]') from booked t),
    'job_applications', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from applied t),
    'contact_messages', (select coalesce(jsonb_agg(to_jsonb(t) - 'rev' order by t.created_at, t.id), '[]') from written t),
    'booking_events', (
      select coalesce(jsonb_agg(to_jsonb(e) - array['rev', 'created_by', 'crew', 'for_series', 'pictures', 'made_at']
        order by e.created_at, e.rev), '[]')
      from public.booking_events e join booked t on t.id = e.booking_id
    ),
    'setting_changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'booking_id', c.booking_id, 'field', c.field, 'value', case when c.field <> 'crew' then c.value end,
        'for_series', c.for_series, 'created_at', c.created_at
      ) order by c.created_at, c.rev), '[]')
      from private.setting_changes c join booked t on t.id = c.booking_id
    ),
    'crew_reports', (
      select coalesce(jsonb_agg(to_jsonb(r) - array['rev', 'crew_id'] order by r.created_at, r.rev), '[]')
      from reported r
    ),
    'reminders', (
      select coalesce(jsonb_agg(to_jsonb(m) - 'rev' order by m.created_at, m.rev), '[]')
      from private.reminders m join booked t on t.id = m.booking_id
    ),
    'pictures', private.pictures_of(array(select id from reported)),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'rev' order by a.created_at, a.id), '[]') from public.alerts a
      where (a.kind, a.record_id) in (
        select 'booking', id from booked union all select 'job_application', id from applied union all select 'contact', id from written
      )
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'address' || jsonb_build_object(
        'kind', coalesce(a.kind, 'booking'), 'record_id', coalesce(a.record_id, e.booking_id, m.booking_id)
      ) order by r.created_at), '[]')
      from private.receipts r
      left join public.alerts a on a.id = r.alert_id
      left join public.booking_events e on e.id = r.event_id
      left join private.reminders m on m.id = r.reminder_id
      where r.address = private.address_hash(person_records.address)
    ),
    'suppressed_addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at)), '[]')
      from private.suppressed_addresses s where s.address = private.address_hash(person_records.address)
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', u.id, 'email', u.email, 'name', u.raw_user_meta_data ->> 'full_name',
        'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at
      ) order by u.created_at), '[]')
      from account u
    ),
    'push_devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'name', d.name, 'push_service', split_part(d.endpoint, '/', 3), 'created_at', d.created_at
      ) order by d.created_at), '[]')
      from public.push_devices d join account u on u.id = d.user_id
    ),
    'request_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', d.booking_id, 'push_service', split_part(d.endpoint, '/', 3))), '[]')
      from private.request_devices d join booked t on t.id = d.booking_id
    )
  );
$$;
grant execute on function public.person_records(text) to service_role;

-- The last nine digits of a number, equal with +44, 0044, (0) or 0 before them; null for fewer. Digits after a letter
-- or # are an extension.
create function private.phone_ending(phone text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case when length(digits) >= 9 then right(digits, 9) end
  from regexp_replace(regexp_replace(phone, '(?<=\d)\D*[A-Za-z#].*$', ''), '\D', '', 'g') as digits;
$$;

-- Other addresses, in lower case, that may be the same person's: [{email, match, bookings, job_applications,
-- contact_messages}], with the number of rows in each table. `match` is the strongest reason: the same `mailbox`,
-- `phone`, or `name`, which proves nothing.
create function public.similar_addresses(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with
    submitted as (
      select 'bookings' as target, lower(email) as email, name, phone from public.bookings
      union all select 'job_applications', lower(email), name, phone from public.job_applications
      union all select 'contact_messages', lower(email), name, null from public.contact_messages
    ),
    compared as (
      select target, email, private.mailbox(email) as mailbox, private.phone_ending(phone) as phone,
        lower(regexp_replace(name, '\s+', ' ', 'g')) as name
      from submitted
    ),
    own as (select * from compared where email = lower(btrim(address))),
    similar_rows as (
      select target, email, case
        when mailbox = private.mailbox(address) then 1
        when phone in (select phone from own where phone is not null) then 2
        when name in (select name from own) then 3
      end as strength
      from compared where email <> lower(btrim(address))
    ),
    similar_emails as (
      select email, min(strength) as strength from similar_rows group by email having min(strength) is not null
    )
  select coalesce(jsonb_agg(jsonb_build_object(
    'email', s.email, 'match', (array['mailbox', 'phone', 'name'])[s.strength],
    'bookings', (select count(*) from similar_rows r where r.email = s.email and r.target = 'bookings'),
    'job_applications', (select count(*) from similar_rows r where r.email = s.email and r.target = 'job_applications'),
    'contact_messages', (select count(*) from similar_rows r where r.email = s.email and r.target = 'contact_messages')
  ) order by s.strength, s.email), '[]')
  from similar_emails s;
$$;
grant execute on function public.similar_addresses(text) to service_role;

-- Deletes submissions with their alerts. Returns {bookings, job_applications, contact_messages, files, pictures}: the
-- numbers of deleted rows, and the names of their résumés and of the crew's pictures, for Storage to remove.
create function private.delete_submissions(_bookings uuid[], _applications uuid[], _messages uuid[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  booked bigint;
  written bigint;
  files jsonb;
  pictures jsonb := private.pictures_of(array(
    select r.id from public.crew_reports r join public.bookings b on b.id = r.booking_id
    where r.pictures > 0 and (b.id = any(_bookings) or b.series = any(_bookings))
  ));
begin
  with gone as (delete from public.bookings where id = any(_bookings) returning id) select count(*) into booked from gone;
  with gone as (delete from public.contact_messages where id = any(_messages) returning id) select count(*) into written from gone;
  with gone as (delete from public.job_applications where id = any(_applications) returning resume_path)
    select coalesce(jsonb_agg(resume_path order by resume_path), '[]') into files from gone;
  return jsonb_build_object(
    'bookings', booked, 'job_applications', jsonb_array_length(files), 'contact_messages', written, 'files', files,
    'pictures', pictures
  );
end $$;

-- Deletes the submissions of an address. Accounts stay: they belong to staff.
create function public.erase_person(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := lower(btrim(address));
begin
  -- Take the writers' lock before the search: a concurrent insertion is found, or commits after the deletion.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return private.delete_submissions(
    array(select id from public.bookings where lower(email) = wanted),
    array(select id from public.job_applications where lower(email) = wanted),
    array(select id from public.contact_messages where lower(email) = wanted)
  );
end $$;
grant execute on function public.erase_person(text) to service_role;
