-- The hourly work, where the database has a scheduler: pg_cron, and pg_net for a call to a function, as Supabase documents it. The
-- embedded backend does the same from its process.

-- Calls the function that removes unclaimed résumés. The project's address is in the vault, since it differs from project to
-- project; the call needs no key.
create function private.ask_to_remove_unclaimed_resumes() returns void
language plpgsql set search_path = ''
as $$
declare
  project_url text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
begin
  if project_url is null then
    raise exception 'The vault has no secret named project_url.' using
      hint = 'Store it once: select vault.create_secret(''https://<project>.supabase.co'', ''project_url'');';
  end if;
  perform net.http_post(url := project_url || '/functions/v1/remove-unclaimed-resumes', body := '{}'::jsonb);
end $$;

-- Schedules the hourly work, also again; false where there is no pg_cron. Without pg_net the résumés are left to another scheduler.
create function private.schedule_jobs() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if to_regnamespace('cron') is null then return false; end if;
  perform cron.schedule('forget-addresses', '7 * * * *', 'select private.forget_addresses()');
  if to_regnamespace('net') is not null then
    perform cron.schedule('remove-unclaimed-resumes', '17 * * * *', 'select private.ask_to_remove_unclaimed_resumes()');
  end if;
  return true;
end $$;

do $$
declare
  wanted record;
begin
  for wanted in select * from (values ('pg_cron', 'pg_catalog'), ('pg_net', 'extensions')) as listed (extension, in_schema) loop
    if exists (select from pg_available_extensions where name = wanted.extension) then
      begin
        execute format('create extension if not exists %I with schema %I', wanted.extension, wanted.in_schema);
      exception when others then
        -- Installed, but not loaded into this server, or not for this database: the migrations go through all the same.
        raise warning 'Not all hourly work is scheduled: %', sqlerrm;
      end;
    end if;
  end loop;
end $$;
select private.schedule_jobs();
