-- The portal's replica of the lists: its initial sync, newest first, and then every change after its cursor.

-- The identity of this server, which no backup has: the cluster, its timeline, which ends with a recovery to a time,
-- and the number of the table, which a load of a dump makes anew.
create function private.server_identity() returns text
language sql stable set search_path = ''
as $$
  select concat_ws('/', system_identifier, timeline_id, to_regclass('private.sync_epoch')::oid)
  from pg_catalog.pg_control_system(), pg_catalog.pg_control_checkpoint();
$$;

-- Identifies the database behind an address. A restored backup needs a new epoch, so that portals reload: it is one
-- while `server` is another than this one.
create table private.sync_epoch (
  epoch uuid primary key default gen_random_uuid(),
  server text not null default private.server_identity()
);
alter table private.sync_epoch enable row level security;
insert into private.sync_epoch default values;

-- To call after restoring a backup (`npm run restored`): revisions continue from the backup's, and portals that are
-- ahead of it have to reload. The crew's devices need new codes, because a backup may have the key of one that was
-- ended since.
create function public.begin_epoch() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.sync_epoch set epoch = gen_random_uuid(), server = default where true;
  delete from private.crew_codes where true;
  delete from private.crew_devices where true;
end $$;
grant execute on function public.begin_epoch() to service_role;

-- The greatest visible revision: all rows up to it are committed, while the sequence runs ahead of commits. No lock is
-- needed, because PostgreSQL makes a commit visible before it releases the writer's lock. It never decreases, because a
-- deletion leaves a tombstone with a later revision.
create function private.visible_revision() returns bigint
language sql stable set search_path = ''
as $$
  -- One statement, so that it reads one snapshot. Each maximum is the last entry of an index.
  select coalesce(greatest(
    (select max(rev) from public.bookings),
    (select max(rev) from public.job_applications),
    (select max(rev) from public.contact_messages),
    (select max(rev) from public.careers),
    (select max(rev) from public.gallery_images),
    (select max(rev) from public.testimonials),
    (select max(rev) from public.crew),
    (select max(rev) from public.alerts),
    (select max(rev) from public.deleted_rows)
  ), 0);
$$;

-- An application with the title that its position had at the time.
create function private.with_job_title(application public.job_applications) returns json
language sql stable set search_path = ''
as $$
  select (to_jsonb(application) || jsonb_build_object('job_title', a.job_title))::json
  from (select) as one left join public.alerts a on a.record_id = application.id and a.kind = 'job_application';
$$;

-- The outcomes of the mail and the notification about an answer or a reminder; null for none.
create function private.mail_of(_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.outcome_of(state, reason, detail) from private.receipts where event_id = _id or reminder_id = _id;
$$;
create function private.push_of(_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select private.outcome_of(state, reason, null) from private.event_pushes where event_id = _id or reminder_id = _id;
$$;

-- The name of an administrator, or the address without one.
create function private.administrator_name(_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(btrim(raw_user_meta_data ->> 'full_name'), ''), email::text) from auth.users where id = _id;
$$;

-- A booking's columns as the portal replicates them. `is_mail_refused`: it may be answered, and its address refused an
-- earlier mail and gets none. No email address is an empty text, which pages of every release can show.
create function private.replicated(booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(booking) - 'job' || jsonb_build_object(
    'email', coalesce(booking.email, ''),
    'is_mail_refused', exists (
        select from private.suppressed_addresses where address = private.address_hash(booking.email)
      )
      and (booking.status in ('pending', 'confirmed') or private.is_running(booking.id))
  );
$$;

-- A booking with its events, oldest first, as pages of release 1.0.0 read it. Each event has the outcomes of its mail
-- and notification, and the name of the administrator or crew as `by`.
create function private.with_events(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (private.replicated(booking) || jsonb_build_object('events', coalesce((
    select jsonb_agg(to_jsonb(e) - array['booking_id', 'created_by', 'from_day', 'from_slot'] || jsonb_build_object(
      'by', case e.actor when 'crew' then (select c.name from public.crew c where c.id = e.crew[1])
        else private.administrator_name(e.created_by) end,
      'mail', case when e.kind in ('instructed', 'assigned', 'entrusted') then private.outcome_of('none', 'kind', null)
        else private.mail_of(e.id) end,
      'push', case when e.kind in ('instructed', 'assigned', 'entrusted') then private.outcome_of('none', 'kind', null)
        else private.push_of(e.id) end
    ) order by e.rev)
    from private.former_events(booking.id) e
  ), '[]')))::json;
$$;

-- A booking with its history, as the portal replicates it: one row with one revision. `sequence`: that of its calendar
-- file. `events` are its answers with the outcomes of their mail and notification; `by` is the name of the
-- administrator or person. All lists are oldest first.
create function private.with_history(booking public.bookings) returns json
language sql stable set search_path = ''
as $$
  select (private.replicated(booking) || jsonb_build_object(
    'sequence', private.sequence_of(booking),
    'events', coalesce((
      select jsonb_agg(to_jsonb(e) - array['booking_id', 'created_by', 'crew', 'for_series', 'pictures', 'made_at']
        || jsonb_build_object(
          'by', private.administrator_name(e.created_by), 'mail', private.mail_of(e.id), 'push', private.push_of(e.id)
        ) order by e.rev)
      from public.booking_events e where e.booking_id = booking.id
    ), '[]'),
    'settings', coalesce((
      select jsonb_agg(to_jsonb(c) - array['booking_id', 'created_by']
        || jsonb_build_object('by', private.administrator_name(c.created_by)) order by c.rev)
      from private.setting_changes c where c.booking_id = booking.id
    ), '[]'),
    'reports', coalesce((
      select jsonb_agg(to_jsonb(r) - 'booking_id'
        || jsonb_build_object('by', (select p.name from public.crew p where p.id = r.crew_id)) order by r.rev)
      from public.crew_reports r where r.booking_id = booking.id
    ), '[]'),
    'reminders', coalesce((
      select jsonb_agg(to_jsonb(m) - 'booking_id'
        || jsonb_build_object('mail', private.mail_of(m.id), 'push', private.push_of(m.id)) order by m.rev)
      from private.reminders m where m.booking_id = booking.id
    ), '[]')
  ))::json;
$$;

-- A booking in the form that a page asks for: 1 is that of release 1.0.0.
create function private.in_form(booking public.bookings, _form int) returns json
language sql stable set search_path = ''
as $$
  select case _form when 1 then private.with_events(booking) when 2 then private.with_history(booking) end;
$$;

-- For administrators: up to `at_most` changes of all lists after a revision, the oldest first, as {epoch, rev, now,
-- mails, changes} with the server's time, `mails` of private.mail_outlook and changes of {table, id, rev, row}; `row`
-- is null for a deleted row. `_form`: see private.in_form. A stable function reads one snapshot and revisions become
-- visible in their order, so nothing between the last change and the next request is missed. `rev` is the greatest
-- visible revision.
--
-- A sent alert counts as deleted: a replica keeps only the unsent ones. The position's title therefore comes with the
-- application. A definer, because no request role may read the epoch.
create function private.changes(after bigint, at_most int, _form int default 1) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The last revision of the answer.
  up_to bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the changes of the lists.';
  end if;
  if after is null or at_most is null or at_most not between 1 and 1000 or _form is null or _form not in (1, 2) then
    raise invalid_parameter_value using message = 'A question for changes names a revision, and a thousand changes at most.';
  end if;
  -- Reads the indexes only, so that no more rows are read than are returned.
  select max(rev) into up_to from (
    select rev from (
        (select rev from public.bookings where rev > after order by rev limit at_most)
        union all
        (select rev from public.job_applications where rev > after order by rev limit at_most)
        union all
        (select rev from public.contact_messages where rev > after order by rev limit at_most)
        union all
        (select rev from public.careers where rev > after order by rev limit at_most)
        union all
        (select rev from public.gallery_images where rev > after order by rev limit at_most)
        union all
        (select rev from public.testimonials where rev > after order by rev limit at_most)
        union all
        (select rev from public.crew where rev > after order by rev limit at_most)
        union all
        (select rev from public.alerts where rev > after order by rev limit at_most)
        union all
        (select rev from public.deleted_rows where rev > after order by rev limit at_most)
    ) as following order by rev limit at_most
  ) as answered;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch),
    'rev', private.visible_revision(),
    'now', now(),
    'mails', private.mail_outlook(),
    'changes', (
      select coalesce(json_agg(json_build_object('table', listed, 'id', id, 'rev', rev, 'row', row) order by rev), '[]')
      from (
        select 'bookings' as listed, t.id, t.rev, private.in_form(t, _form) as row
        from public.bookings t where t.rev > after and t.rev <= up_to
        union all
        select 'job_applications', t.id, t.rev, private.with_job_title(t) from public.job_applications t where t.rev > after and t.rev <= up_to
        union all
        select 'contact_messages', t.id, t.rev, to_json(t) from public.contact_messages t where t.rev > after and t.rev <= up_to
        union all
        select 'careers', t.id, t.rev, to_json(t) from public.careers t where t.rev > after and t.rev <= up_to
        union all
        select 'gallery_images', t.id, t.rev, to_json(t) from public.gallery_images t where t.rev > after and t.rev <= up_to
        union all
        select 'testimonials', t.id, t.rev, to_json(t) from public.testimonials t where t.rev > after and t.rev <= up_to
        union all
        select 'crew', t.id, t.rev, to_json(t) from public.crew t where t.rev > after and t.rev <= up_to
        union all
        select 'alerts', t.id, t.rev, case when t.state <> 'sent' then to_json(t) end from public.alerts t where t.rev > after and t.rev <= up_to
        union all
        select t.table_name, t.id, t.rev, null from public.deleted_rows t where t.rev > after and t.rev <= up_to
      ) as answered
    )
  );
end $$;
select private.expose('private.changes(bigint,int,int)', 'authenticated');

-- For administrators: up to `at_most` rows of one part of the initial sync, in its order, after a position in it (null:
-- from the start), as {epoch, rev, rows, total}.
--
-- The part `coming` is the bookings from a day on, soonest first; `bookings` is the earlier ones; any other part is a
-- list. Both are newest first. A position is the day or time of a row, as answered, and its id. `rev` is the greatest
-- visible revision, and later changes come from public.changes; `total` counts the part, in its first answer only.
create function private.first_copy(
  part text, from_day date, place_at text, place_id uuid, at_most int, _form int default 1
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- The part's rows, their JSON, their order, and the condition for rows after the position.
  source text;
  as_json text := 'to_json(t)';
  placed text := 'created_at desc, id';
  beyond text := 'created_at <= $2::timestamptz and (created_at < $2::timestamptz or id > $3)';
  rows json;
  total bigint;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can copy the lists.';
  end if;
  if from_day is null or at_most is null or at_most not between 1 and 1000 or _form is null or _form not in (1, 2) then
    raise invalid_parameter_value using message = 'A question for a first copy names a day, and a thousand rows at most.';
  end if;
  case part
    when 'coming' then
      source := 'public.bookings t where preferred_date >= $1';
      as_json := 'private.in_form(t, $5)';
      placed := 'preferred_date, id';
      beyond := '(preferred_date, id) > ($2::date, $3)';
    when 'bookings' then
      source := 'public.bookings t where preferred_date < $1';
      as_json := 'private.in_form(t, $5)';
    when 'alerts' then source := $sql$public.alerts t where state <> 'sent'$sql$;
    when 'job_applications' then
      source := 'public.job_applications t where true';
      as_json := 'private.with_job_title(t)';
    when 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew' then source := format('public.%I t where true', part);
    else raise invalid_parameter_value using message = 'There is no such part of the lists.';
  end case;
  if place_at is null then
    execute 'select count(*) from ' || source into total using from_day;
  else
    source := source || ' and ' || beyond;
  end if;
  execute format('select coalesce(json_agg(row), ''[]'') from (select %s as row from %s order by %s limit $4) as page', as_json, source, placed)
    into rows using from_day, place_at, place_id, at_most, _form;
  return json_build_object(
    'epoch', (select epoch from private.sync_epoch), 'rev', private.visible_revision(), 'rows', rows, 'total', total
  );
end $$;
select private.expose('private.first_copy(text,date,text,uuid,int,int)', 'authenticated');
