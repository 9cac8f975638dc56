-- Who deletes a user looks for what the user created; without these every picture and testimonial was read for it.
create index gallery_images_created_by on public.gallery_images (created_by);
create index testimonials_created_by on public.testimonials (created_by);

-- As before, with the table's name in a variable: `tg_table_name` has a collation of its own, in which the primary key is not
-- sorted, so that every insertion read all tombstones.
create or replace function private.refuse_deleted() returns trigger
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
