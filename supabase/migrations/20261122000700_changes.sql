-- One request deletes a thousand rows. A portal named a hundred in an address, asked what was left and whether it was still an
-- administrator's, since row-level security refuses without a word: 151 requests for 5,000 rows. The way of before stays for portals
-- that still go it.

-- For administrators, by way of public.delete_rows: rows of one list, a thousand at most, all of them or none. {deleted}: how many were
-- there. A definer, so that none of them stays without a word.
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
    or listed not in ('bookings', 'job_applications', 'contact_messages', 'careers', 'gallery_images', 'testimonials')
  then
    raise invalid_parameter_value using message = 'A deletion names a list, and a thousand ids at most.';
  end if;
  execute format('delete from public.%I where id = any($1)', listed) using ids;
  get diagnostics deleted = row_count;
  return json_build_object('deleted', deleted);
end $$;
grant execute on function private.delete_rows(text, uuid[]) to authenticated;

create function public.delete_rows(listed text, ids uuid[]) returns json
language sql volatile security invoker set search_path = ''
as $$
  select private.delete_rows(listed, ids);
$$;
grant execute on function public.delete_rows(text, uuid[]) to authenticated;
