-- The greatest revision that a reader can see, instead of the greatest that was ever handed out: the sequence runs ahead of
-- the commits, and a portal that went by it never asked for the rows in between again.
--
-- No lock is needed. A writer takes the lock before its first revision and PostgreSQL releases it after the commit has
-- become visible, so revisions become visible in their order: who sees one sees all before it. A slow writer keeps no reader
-- waiting; what it wrote is simply not named yet.

-- For administrators, by way of public.sync_state. A definer, because nobody may read the epoch itself.
create function private.sync_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read the state of the lists.';
  end if;
  return jsonb_build_object(
    'epoch', (select epoch from private.sync_epoch),
    -- One statement, so that all of it is seen at the same moment. Each is the last entry of an index.
    'rev', (select coalesce(greatest(
      (select max(rev) from public.bookings),
      (select max(rev) from public.job_applications),
      (select max(rev) from public.contact_messages),
      (select max(rev) from public.careers),
      (select max(rev) from public.gallery_images),
      (select max(rev) from public.testimonials),
      (select max(rev) from public.alerts),
      (select max(rev) from public.deleted_rows)
    ), 0))
  );
end $$;
grant execute on function private.sync_state() to authenticated;

-- For administrators: {epoch, rev}, where every row with a revision up to `rev` is committed. Never goes back, since what
-- is deleted leaves a tombstone with a later revision.
create or replace function public.sync_state() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.sync_state();
$$;

-- Portals hold cursors of the old kind, which may be ahead of every visible revision when the last ones were of refused
-- rows. One tombstone of nothing puts a visible revision after them; else those portals would take it for a restored backup.
do $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  if (select last_value from private.revision) > 0 then
    insert into public.deleted_rows (table_name, id) values ('bookings', gen_random_uuid());
  end if;
end $$;

-- A portal asks for one table's deletions in the order of their revisions; the index on `rev` alone made it read those of
-- all tables. The other stays for the greatest revision.
create index deleted_rows_table_rev on public.deleted_rows (table_name, rev);
