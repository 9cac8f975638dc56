-- Every change of a listed row gets the next revision, and every deletion leaves a tombstone, so that a portal's
-- replica can request all changes after its cursor. Revisions must become visible in order, so writers of listed tables
-- take turns under one lock until they commit.
create sequence private.revision minvalue 0;

select setval('private.revision', 0);

-- The tombstones.
create table public.deleted_rows (
  table_name text not null,
  id uuid not null,
  rev bigint not null default 0,
  primary key (table_name, id)
);
create index deleted_rows_rev on public.deleted_rows (rev);

alter table public.deleted_rows enable row level security;
grant select on public.deleted_rows to authenticated;
create policy "admins read" on public.deleted_rows for select to authenticated using ((select private.is_admin()));

-- Locks before an update or deletion touches a row: a later lock could deadlock with a deletion that holds the row.
create function private.lock_revisions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return null;
end $$;

-- Insertions take the same lock at their first row, when the request is read and within its limits. They have locked no
-- row yet, so they cannot deadlock with a deletion.
create function private.lock_revisions_for_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return new;
end $$;

create function private.stamp_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.rev := nextval('private.revision');
  return new;
end $$;

create function private.leave_tombstone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.deleted_rows (table_name, id) values (tg_table_name, old.id);
  return null;
end $$;

-- A late replay never restores a deleted record: the device learns that its record was already stored. The table's name
-- is copied into a text variable, because the collation of `tg_table_name` prevents the use of the primary key.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  listed text := tg_table_name;
begin
  if exists (select from public.deleted_rows where table_name = listed and id = new.id) then
    raise unique_violation using
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      detail = format('Key (id)=(%s) was deleted.', new.id),
      constraint = tg_table_name || '_pkey', table = tg_table_name, schema = tg_table_schema;
  end if;
  return new;
end $$;
create trigger stamp_revision before insert on public.deleted_rows
  for each row execute function private.stamp_revision();

-- Triggers of one kind run in the order of their names; flood_guard adds ones that run earlier.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew', 'alerts'
  ] loop
    execute format($sql$
      create index %2$I on public.%1$I (rev);
      create trigger lock_revisions before update or delete on public.%1$I
        for each statement execute function private.lock_revisions();
      create trigger lock_revisions_for_row before insert on public.%1$I
        for each row execute function private.lock_revisions_for_row();
      create trigger refuse_deleted before insert on public.%1$I
        for each row execute function private.refuse_deleted();
      create trigger stamp_revision before insert or update on public.%1$I
        for each row execute function private.stamp_revision();
      create trigger leave_tombstone after delete on public.%1$I
        for each row execute function private.leave_tombstone();
    $sql$, listed, listed || '_rev');
  end loop;
end $$;

-- For administrators: deletes up to a thousand rows of one list atomically. {deleted}: how many existed. A definer,
-- because row-level security would skip rows without an error.
create function private.delete_rows(listed text, ids uuid[]) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  deleted int;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can delete rows of the lists.';
  end if;
  if listed is null or ids is null or cardinality(ids) > 1000
    or listed not in ('bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'crew')
  then
    raise invalid_parameter_value using message = 'A deletion names a list, and a thousand ids at most.';
  end if;
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  get diagnostics deleted = row_count;
  return json_build_object('deleted', deleted);
end $$;
select private.expose('private.delete_rows(text,uuid[])', 'authenticated');

-- For administrators: deletes up to a hundred additions to one list, and leaves tombstones for missing rows too, so
-- that a late insertion is refused. A definer, because no request role writes tombstones.
create function private.withdraw(listed text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can withdraw what was added.';
  end if;
  if listed is null or listed not in ('bookings', 'careers', 'gallery_images', 'testimonials', 'crew') or cardinality(ids) > 100 then
    raise invalid_parameter_value using
      message = 'A withdrawal names bookings, careers, gallery_images, testimonials or crew, and a hundred ids at most.';
  end if;
  -- Take the writers' lock before the first row: a concurrent insertion commits before the deletion, or is refused
  -- after it.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  insert into public.deleted_rows (table_name, id) select distinct listed, given.id from unnest(ids) as given (id)
    where given.id is not null on conflict do nothing;
end $$;
select private.expose('private.withdraw(text,uuid[])', 'authenticated');
