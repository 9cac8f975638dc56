-- A statement of a visitor inserts one row and one of an administrator a hundred; the next row ends it. Before, twenty
-- thousand rows were written, under the lock that all writers share, before the flood guard counted the first.

-- Remembers how many rows the statement has inserted.
create function private.begin_rows() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('inserted.' || tg_table_name, '0', true);
  return null;
end $$;

-- A definer, because visitors may not ask who is an administrator.
create function private.bound_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counter text := 'inserted.' || tg_table_name;
  nth int := current_setting(counter)::int + 1;
begin
  if nth > 1 and (nth > 100 or not private.is_admin()) then
    raise sqlstate 'PT413' using
      message = 'Too many rows in one request.',
      hint = 'A visitor sends one row in a request, an administrator up to a hundred.';
  end if;
  perform set_config(counter, nth::text, true);
  return new;
end $$;

-- The same lock as before, for insertions at their first row: by then the request has been read and its rows are within bounds.
-- An insertion has touched no row yet, so that it can't meet a deletion in the other order.
create function private.lock_revisions_for_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  return new;
end $$;

-- Triggers of one kind run in the order of their names: bound_rows, lock_revisions, refuse_deleted, stamp_revision.
do $$
declare
  listed text;
begin
  foreach listed in array array[
    'bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials', 'alerts'
  ] loop
    execute format($sql$
      drop trigger lock_revisions on public.%1$I;
      create trigger lock_revisions before update or delete on public.%1$I
        for each statement execute function private.lock_revisions();
      create trigger lock_revisions_for_row before insert on public.%1$I
        for each row execute function private.lock_revisions_for_row();
      create trigger begin_rows before insert on public.%1$I
        for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_rows();
      create trigger bound_rows before insert on public.%1$I
        for each row when (current_user in ('anon', 'authenticated')) execute function private.bound_rows();
    $sql$, listed);
  end loop;
end $$;
