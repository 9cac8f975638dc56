-- A résumé is stored before its application. One that no application came for is removed after a day, and so is one whose
-- application was deleted without it. A device that still waits keeps its file and stores it again.
create index job_applications_resume on public.job_applications (resume_path);

-- The names of at most 500 résumés to be removed, the oldest first. Storage removes them: deleting the rows here would leave the
-- contents behind, and hosted projects refuse it.
create function public.unclaimed_resumes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'resumes' and o.created_at <= now() - interval '1 day'
      and not exists (select from public.job_applications a where a.resume_path = o.name)
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.unclaimed_resumes() to service_role;

-- An application may come between the names and the removal. Either it is there when the file's row is deleted, which is locked
-- by then, and the row is skipped, so that Storage keeps the contents too ...
create function private.keep_claimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.job_applications where resume_path = old.name) then return null; end if;
  return old;
end $$;
-- Administrators delete the file of an application before its row; only the server's own key is held back.
create trigger keep_claimed_resume before delete on storage.objects
  for each row when (old.bucket_id = 'resumes' and current_user = 'service_role')
  execute function private.keep_claimed_resume();

-- ... or the application finds the row locked for deletion, counts the file as gone, and the device stores it again. It holds the
-- row until it is committed itself, and waits for nobody: other writers wait for it.
create or replace function private.check_resume() returns trigger
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
