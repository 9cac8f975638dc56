-- Three buckets. Their limits are the schema's: a deployment puts them back.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('resumes', 'resumes', false, 10485760, array[
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ]),
  ('gallery', 'gallery', true, 10485760, array['image/jpeg', 'image/png', 'image/webp']),
  ('testimonials', 'testimonials', true, 1048576, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Clients call this before they use a bucket. It never makes or changes one; other buckets than ours are refused.
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

-- No policy for UPDATE: nothing that is stored can be overwritten. Reading a public bucket by address needs no policy;
-- without one for the public it can't be listed.
create policy "everyone adds a resume under a minted name" on storage.objects for insert to anon, authenticated with check (
  bucket_id = 'resumes' and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(pdf|doc|docx)$'
);
create policy "admins add pictures" on storage.objects for insert to authenticated with check (
  (select private.is_admin()) and (
    (bucket_id = 'gallery' and name ~ '^(Residential|Commercial|Specialized|Before/After)/[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$')
    or (bucket_id = 'testimonials' and name ~ '^[A-Za-z0-9_-]{16,64}\.(jpg|jpeg|png|webp)$')
  )
);
create policy "admins read files" on storage.objects for select to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials') and (select private.is_admin()));
create policy "admins delete files" on storage.objects for delete to authenticated
  using (bucket_id in ('resumes', 'gallery', 'testimonials') and (select private.is_admin()));

-- An application is stored only with its file. After the insert, so that a replay of a stored row answers with the
-- primary key first; in the words of a foreign key, because clients tell the two apart by the constraint's name.
create function private.check_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from storage.objects where bucket_id = 'resumes' and name = new.resume_path) then
    raise foreign_key_violation using
      message = 'insert or update on table "job_applications" violates foreign key constraint "job_applications_resume_path_fkey"',
      detail = format('The file (%s) is not in the bucket "resumes".', new.resume_path),
      constraint = 'job_applications_resume_path_fkey', table = 'job_applications', schema = 'public';
  end if;
  return null;
end $$;
create trigger check_resume after insert on public.job_applications
  for each row execute function private.check_resume();
