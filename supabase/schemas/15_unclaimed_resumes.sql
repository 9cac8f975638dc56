-- A résumé is stored before its application. Without one it is removed: the application never came, or was deleted
-- without its file. A device that still has the application queued uploads the file again.

-- Résumés without an application, by file name. Their senders are forgotten with the hits.
create table private.unclaimed_resumes (
  name text primary key,
  bytes bigint not null,
  client bytea,
  site bytea,
  stored_at timestamptz not null default now(),
  -- When the file is removed; null: a day after it was stored.
  remove_at timestamptz
);
alter table private.unclaimed_resumes enable row level security;

-- Storage inserts twice: first as the visitor, rolled back, which refuses a flood before the file is written; then as
-- itself for the same request, which is counted.
create trigger guard_flood after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.guard_flood('resumes');

-- Marks the oldest waiting files of the largest holder as due for removal, until this many bytes are freed or the
-- holder has no more. Holders are measured by the part of their share that they use: a sender by its own, or by its
-- /48's.
create function private.make_room(_bytes bigint, _except text) returns void
language sql security definer set search_path = ''
as $$
  with
    settings as (select (private.share_of(unclaimed_resume_bytes)).* from private.flood_settings),
    waiting as (
      select name, bytes, stored_at, client, site,
        sum(bytes) over (partition by client) / of_client as of_client,
        case when site is null then 0 else sum(bytes) over (partition by site) / of_site end as of_site
      from private.unclaimed_resumes, settings where remove_at is null or remove_at > now()
    ),
    largest as (
      select client, site, of_site > of_client as is_site from waiting where name <> _except
      order by greatest(of_client, of_site) desc, stored_at, name limit 1
    ),
    held as (
      select w.name, sum(w.bytes) over (order by w.stored_at, w.name) - w.bytes as freed_before
      from waiting w, largest l
      where w.name <> _except and case when l.is_site then w.site = l.site else w.client is not distinct from l.client end
    )
  update private.unclaimed_resumes u set remove_at = now() from held where held.name = u.name and held.freed_before < _bytes;
$$;

-- Bounds the unclaimed résumés of all senders together. A sender above its share keeps a file for an hour only, and
-- gets no more once half of the total is used; then the largest holder's oldest files make room, and staff read an
-- alarm. The total itself ends uploads. A file counts as at least 64 KB, which also limits the number of files, until
-- Storage has removed it. Storage answers 429 for this error message.
create function private.bound_unclaimed_resumes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  size bigint := greatest(coalesce((new.metadata ->> 'size')::bigint, (new.metadata ->> 'contentLength')::bigint, 0), 65536);
  total bigint := (select unclaimed_resume_bytes from private.flood_settings);
  sender record;
  before record;
  is_over boolean;
begin
  if exists (select from public.job_applications where resume_path = new.name) then return null; end if;
  select * into sender from private.sender();
  -- Uploads take turns, so that each sees the total of the earlier ones.
  perform pg_advisory_xact_lock(hashtext('private.unclaimed_resumes'));
  select count(*) as files, coalesce(sum(bytes), 0) as stored,
    coalesce(sum(bytes) filter (where remove_at is null or remove_at > now()), 0) as waiting,
    coalesce(sum(bytes) filter (where client = sender.client), 0) as of_client,
    coalesce(sum(bytes) filter (where site = sender.site), 0) as of_site
    into before from private.unclaimed_resumes;
  select sender.client is not null and (before.of_client + size > share.of_client or before.of_site + size > share.of_site)
    into is_over from private.share_of(total) as share;
  if before.stored + size > total or (is_over and before.stored > total / 2) then
    raise sqlstate 'PT429' using
      message = 'Too many files wait for their applications: no more connections allowed.',
      hint = 'Please try again in an hour.';
  end if;
  insert into private.unclaimed_resumes (name, bytes, client, site, remove_at)
    values (new.name, size, sender.client, sender.site, case when is_over then now() + interval '1 hour' end);
  if before.waiting + size > total / 2 then
    perform private.raise_alarm('unclaimed_resumes', before.files + 1);
    perform private.make_room((before.waiting + size - total / 2)::bigint, new.name);
  end if;
  return null;
end $$;
create trigger bound_unclaimed_resumes after insert on storage.objects
  for each row when (new.bucket_id = 'resumes') execute function private.bound_unclaimed_resumes();

create function private.forget_unclaimed_resume() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unclaimed_resumes where name = case tg_table_name when 'objects' then to_jsonb(old) ->> 'name' else to_jsonb(new) ->> 'resume_path' end;
  return null;
end $$;
create trigger forget_unclaimed_resume after delete on storage.objects
  for each row when (old.bucket_id = 'resumes') execute function private.forget_unclaimed_resume();
create trigger forget_unclaimed_resume after insert on public.job_applications
  for each row execute function private.forget_unclaimed_resume();

-- The names of up to 500 résumés to remove, the oldest first. Storage removes them: deleting the rows here would leave
-- the contents behind, and hosted projects refuse it.
create function public.unclaimed_resumes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(name), '[]')
  from (
    select o.name
    from storage.objects o
    where o.bucket_id = 'resumes'
      and (o.created_at <= now() - interval '1 day'
        or o.name in (select name from private.unclaimed_resumes where remove_at <= now()))
      and not exists (select from public.job_applications a where a.resume_path = o.name)
    order by o.created_at
    limit 500
  ) as oldest;
$$;
grant execute on function public.unclaimed_resumes() to service_role;
