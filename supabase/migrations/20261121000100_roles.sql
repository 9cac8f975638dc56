-- Who may do what starts from nothing: Supabase hands every new object in `public` to the request roles,
-- so that is taken back first, by name, and each later migration grants only what is used.
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
-- PostgreSQL itself lets everyone execute a new function, in any schema.
alter default privileges revoke execute on functions from public;

-- Not among the schemas that the API exposes. Usage is granted for the few functions that policies and checks call.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Roles live here and never in user metadata, which users can write themselves.
create table private.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table private.user_roles enable row level security;

-- True if the caller is an administrator. A definer, because nobody may read the table itself.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.user_roles where user_id = (select auth.uid()) and role = 'admin');
$$;
grant execute on function private.is_admin() to authenticated;

-- True only about the caller: asking about somebody else answers false, whatever they are.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select coalesce(_user_id = (select auth.uid()) and _role = 'admin' and private.is_admin(), false);
$$;
grant execute on function public.has_role(uuid, text) to authenticated;
