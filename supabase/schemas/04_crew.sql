-- The people who go to the customers. The office's device mints the id. See docs/decisions/0026-crew.md.
create table public.crew (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 1, 60)),
  phone text check (private.is_line(phone, 10, 20)),
  created_at timestamptz not null default now(),
  rev bigint not null default 0
);
create trigger trim_texts before insert or update on public.crew
  for each row execute function private.trim_texts('name', 'phone');
create index crew_newest on public.crew (created_at desc, id);

alter table public.crew enable row level security;
grant select, insert (id, name, phone), delete on public.crew to authenticated;
create policy "admins read" on public.crew for select to authenticated using ((select private.is_admin()));
create policy "admins create" on public.crew for insert to authenticated with check ((select private.is_admin()));
create policy "admins delete" on public.crew for delete to authenticated using ((select private.is_admin()));

-- These people in their order, without those that were deleted.
create function private.listed_crew(_crew uuid[]) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select member from unnest(_crew) with ordinality as given (member, place)
    where exists (select from public.crew where id = member) order by place
  );
$$;
