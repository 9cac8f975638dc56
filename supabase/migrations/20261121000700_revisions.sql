-- What lets the portal keep a copy of its lists: every change of a listed row gets the next revision, every deletion leaves
-- a tombstone, and a reader asks for "all after revision n". That is safe only if revisions become visible in their order,
-- so writers of listed tables take turns: one lock, held until commit.
create sequence private.revision minvalue 0;
select setval('private.revision', 0);

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

-- Before the statement touches a row: a lock taken later could meet, in the other order, a row that a deletion holds.
create function private.lock_revisions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return null;
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

-- A late replay never brings a deleted record back: the device is told that its record is already there.
create function private.refuse_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.deleted_rows where table_name = tg_table_name and id = new.id) then
    raise unique_violation using
      message = format('duplicate key value violates unique constraint "%s_pkey"', tg_table_name),
      detail = format('Key (id)=(%s) was deleted.', new.id),
      constraint = tg_table_name || '_pkey', table = tg_table_name, schema = tg_table_schema;
  end if;
  return new;
end $$;

create trigger stamp_revision before insert on public.deleted_rows
  for each row execute function private.stamp_revision();

do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'alerts'
  ] loop
    execute format($sql$
      alter table public.%1$I add column rev bigint not null default 0;
      create index %2$I on public.%1$I (rev);
      create trigger lock_revisions before insert or update or delete on public.%1$I
        for each statement execute function private.lock_revisions();
      create trigger refuse_deleted before insert on public.%1$I
        for each row execute function private.refuse_deleted();
      create trigger stamp_revision before insert or update on public.%1$I
        for each row execute function private.stamp_revision();
      create trigger leave_tombstone after delete on public.%1$I
        for each row execute function private.leave_tombstone();
    $sql$, listed, listed || '_rev');
  end loop;
end $$;

-- Tells one database from another with the same address. Whoever restores a backup sets a new one, and portals start anew:
-- update private.sync_epoch set epoch = gen_random_uuid();
create table private.sync_epoch (epoch uuid not null default gen_random_uuid());
alter table private.sync_epoch enable row level security;
insert into private.sync_epoch default values;

-- For administrators: {epoch, rev}, where no committed row has a greater rev.
create function public.sync_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the state of the lists.';
  end if;
  return (
    select jsonb_build_object('epoch', e.epoch, 'rev', r.last_value) from private.sync_epoch e, private.revision r
  );
end $$;
grant execute on function public.sync_state() to authenticated;
