-- The buckets. A deployment resets their limits.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('resumes', 'resumes', false, 10485760, array[
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]),
  ('gallery', 'gallery', true, 10485760, array['image/jpeg', 'image/png', 'image/webp']),
  ('testimonials', 'testimonials', true, 1048576, array['image/jpeg', 'image/png', 'image/webp']),
  ('jobs', 'jobs', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Clients call this before they use a bucket. It never creates or changes one, and refuses every other bucket.
create function public.ensure_bucket_exists(target_bucket_id text, target_bucket_name text, is_public boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if ((target_bucket_id, target_bucket_name, is_public) in (
    ('resumes', 'resumes', false), ('gallery', 'gallery', true), ('testimonials', 'testimonials', true)
  )) is not true then
    raise sqlstate 'PT403' using message = 'This bucket is not available.';
  end if;
end $$;
grant execute on function public.ensure_bucket_exists(text, text, boolean) to anon, authenticated;

-- True for a picture whose record was deleted. A picture's name holds its record's id, whose tombstone stays. A picture
-- uploaded after the deletion would never be removed.
create function private.is_of_deleted(listed text, file_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select exists (
    select from public.deleted_rows
    where table_name = listed and id = substring(file_name from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid
  );
$$;
grant execute on function private.is_of_deleted(text, text) to authenticated;

-- True for a file uploaded whole by one request. A chunked upload has no size until it ends; resumable uploads, signed
-- upload links, copies and moves are other operations, and triggers see a resumable upload only at its end.
create function private.is_plain_upload(metadata jsonb, most_bytes bigint) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select storage.allow_only_operation('object.upload')
    and coalesce((metadata ->> 'contentLength')::bigint between 1 and most_bytes, false);
$$;
grant execute on function private.is_plain_upload(jsonb, bigint) to anon, authenticated;

-- The report that a picture's name, `{report id}/{number}`, belongs to; null for another name.
create function private.report_of(file_name text) returns uuid
language sql immutable strict parallel safe set search_path = ''
as $$
  select substring(file_name from '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[1-6]$')::uuid;
$$;

-- True for a picture of a report of the last two weeks, up to its number of pictures.
create function private.is_report_picture(file_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.crew_reports
    where id = private.report_of(file_name)
      and pictures >= substring(file_name from '/([1-6])$')::int and created_at > now() - interval '14 days'
  );
$$;
grant execute on function private.is_report_picture(text) to anon;

-- Without a policy for UPDATE no stored file can be overwritten. A public bucket's files can be read by address, but
-- not listed, without a policy for SELECT.
create policy "everyone adds a resume under a minted name" on storage.objects for insert to anon, authenticated with check (
  bucket_id = 'resumes' and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|doc|docx)$'
  and private.is_plain_upload(metadata, 10485760)
);
create policy "the crew adds pictures of its reports" on storage.objects for insert to anon with check (
  bucket_id = 'jobs' and private.is_report_picture(name) and private.is_plain_upload(metadata, 10485760)
);
create policy "admins add pictures" on storage.objects for insert to authenticated with check (
  (select private.is_admin()) and (
    (bucket_id = 'gallery' and name ~ '^(Residential|Commercial|Specialized|Before/After)/[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('gallery_images', name) and private.is_plain_upload(metadata, 10485760))
    or (bucket_id = 'testimonials' and name ~ '^[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$'
      and not private.is_of_deleted('testimonials', name) and private.is_plain_upload(metadata, 1048576))
  )
);
create policy "admins read files" on storage.objects for select to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials', 'jobs') and (select private.is_admin()));
create policy "admins delete files" on storage.objects for delete to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials', 'jobs') and (select private.is_admin()));

-- An application is stored only with its file. Checked after the insert, so that a replay of a stored row meets the
-- primary key first. Clients recognise the error by its constraint's name. The file's row is locked until the
-- application commits. A file that is being deleted counts as missing, and the device uploads it again.
create function private.check_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from storage.objects where bucket_id = 'resumes' and name = new.resume_path for key share skip locked;
  if not found then
    raise foreign_key_violation using
      message = 'insert or update on table "job_applications" violates foreign key constraint "job_applications_resume_path_fkey"',
      detail = format('The file (%s) is not in the bucket "resumes".', new.resume_path),
      constraint = 'job_applications_resume_path_fkey', table = 'job_applications', schema = 'public';
  end if;
  return null;
end $$;
create trigger check_resume after insert on public.job_applications
  for each row execute function private.check_resume();

-- An application may arrive after the names were listed. If it exists when the file's row is deleted, the row and its
-- contents are kept. If it comes later, check_resume finds the row locked.
create function private.keep_claimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.job_applications where resume_path = old.name) then return null; end if;
  return old;
end $$;
-- Administrators delete an application's file before its row, so only the server's own key is restricted.
create trigger keep_claimed_resume before delete on storage.objects
  for each row when (old.bucket_id = 'resumes' and current_user = 'service_role')
  execute function private.keep_claimed_resume();

-- The pictures of reports that the office keeps beyond their 90 days. Each goes with its report.
create table private.kept_pictures (
  report uuid references public.crew_reports (id) on delete cascade,
  place int check (place between 1 and 6),
  primary key (report, place)
);
alter table private.kept_pictures enable row level security;

create function private.is_kept_picture(file_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.kept_pictures where report || '/' || place = file_name and report = private.report_of(file_name));
$$;

-- For administrators: keeps a picture of a report, or lets it go again. False if there is no picture to keep. Its row
-- is locked, as check_resume does: a removal at the same moment waits and finds the picture kept, or comes first, and
-- the picture counts as missing.
create function private.keep_picture(_report uuid, _place int, _keep boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can keep pictures of the crew.';
  end if;
  if _keep then
    perform from storage.objects where bucket_id = 'jobs' and name = _report || '/' || _place for key share skip locked;
    if not found or not exists (select from public.crew_reports where id = _report) then return false; end if;
    insert into private.kept_pictures (report, place) values (_report, _place) on conflict do nothing;
  else
    delete from private.kept_pictures where report = _report and place = _place;
  end if;
  return true;
end $$;
select private.expose('private.keep_picture(uuid,int,boolean)', 'authenticated');

-- For administrators: the numbers of a report's kept pictures.
create function private.kept_pictures(_report uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only administrators can read which pictures of the crew are kept.';
  end if;
  return (select coalesce(json_agg(place order by place), '[]') from private.kept_pictures where report = _report);
end $$;
select private.expose('private.kept_pictures(uuid)', 'authenticated');

create function private.keep_kept_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_kept_picture(old.name) then return null; end if;
  return old;
end $$;
-- A picture may be kept after the names were listed.
create trigger keep_kept_picture before delete on storage.objects
  for each row when (old.bucket_id = 'jobs' and current_user = 'service_role')
  execute function private.keep_kept_picture();

-- The names of up to 500 pictures of jobs to remove, the oldest first: those of reports that are gone, or 90 days old
-- and not kept. A restored file has the date of the restore. Storage removes them.
create function public.expired_pictures() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'jobs'
      and not exists (
        select from public.crew_reports r where r.id = private.report_of(o.name)
          and (r.created_at > now() - interval '90 days' or private.is_kept_picture(o.name))
      )
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.expired_pictures() to service_role;
