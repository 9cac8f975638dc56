-- What an administrator added and discarded before its answer came may still be on its way. Deleting an id that is not there
-- leaves no tombstone, and the insertion that came after it stood for good. A withdrawal deletes what is there and leaves the
-- tombstone in any case.

-- For administrators, by way of public.withdraw: one of the lists that they add to, and a hundred ids at most. A definer,
-- because nobody writes tombstones.
create function private.withdraw(listed text, ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can withdraw what was added.';
  end if;
  if listed is null or listed not in ('careers', 'gallery_images', 'testimonials') or cardinality(ids) > 100 then
    raise invalid_parameter_value using message = 'A withdrawal names careers, gallery_images or testimonials, and a hundred ids at most.';
  end if;
  -- The lock of every writer, before the first row: an insertion comes before all of this, or after it and is refused.
  perform pg_advisory_xact_lock(hashtext('private.revision'));
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  insert into public.deleted_rows (table_name, id) select distinct listed, given.id from unnest(ids) as given (id)
    where given.id is not null on conflict do nothing;
end $$;
grant execute on function private.withdraw(text, uuid[]) to authenticated;

create function public.withdraw(listed text, ids uuid[]) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.withdraw(listed, ids);
$$;
grant execute on function public.withdraw(text, uuid[]) to authenticated;
