-- Supabase grants every new object in `public` to the request roles. Revoke those defaults first, by name, so that each later
-- migration grants only the privileges in use.
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
-- PostgreSQL lets everyone execute a new function, in any schema.
alter default privileges revoke execute on functions from public;

-- The API does not expose this schema. Policies and checks need usage for the functions they call.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Roles are stored here and never in user metadata, which users can write themselves.
create table private.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table private.user_roles enable row level security;

-- True if the caller is an administrator. A definer, because no request role may read the table.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.user_roles where user_id = (select auth.uid()) and role = 'admin');
$$;
grant execute on function private.is_admin() to authenticated;

-- True only for the caller's own id.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select coalesce(_user_id = (select auth.uid()) and _role = 'admin' and private.is_admin(), false);
$$;
grant execute on function public.has_role(uuid, text) to authenticated;

-- Every administrator, as [{id, email}].
create function public.administrators() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email) order by u.email), '[]')
  from private.user_roles r join auth.users u on u.id = r.user_id where r.role = 'admin';
$$;
grant execute on function public.administrators() to service_role;

-- Grants the role to the user with this address, or revokes it, and ends the user's sessions. Returns the user's id;
-- null if no user has the address, or if there was no role to revoke.
create function public.set_administrator(_email text, _is_administrator boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid := (select id from auth.users where lower(email) = lower(btrim(_email)));
begin
  if _is_administrator then
    insert into private.user_roles (user_id, role) select account, 'admin' where account is not null on conflict do nothing;
  else
    delete from private.user_roles where user_id = account and role = 'admin' returning user_id into account;
  end if;
  delete from auth.sessions where user_id = account;
  return account;
end $$;
grant execute on function public.set_administrator(text, boolean) to service_role;
