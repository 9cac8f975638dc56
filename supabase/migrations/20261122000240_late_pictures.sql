-- An upload that its device gave up on may arrive when the record that it was for is added, shown and deleted again. A picture's
-- name holds the id of its record, and a deleted id leaves a tombstone: what comes after it is refused, or nobody would ever
-- remove it.
create function private.is_of_deleted(listed text, file_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select exists (
    select from public.deleted_rows
    where table_name = listed and id = substring(file_name from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid
  );
$$;
grant execute on function private.is_of_deleted(text, text) to authenticated;

alter policy "admins add pictures" on storage.objects with check (
  (select private.is_admin()) and (
    (bucket_id = 'gallery' and name ~ '^(Residential|Commercial|Specialized|Before/After)/[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('gallery_images', name))
    or (bucket_id = 'testimonials' and name ~ '^[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('testimonials', name))
  )
);
