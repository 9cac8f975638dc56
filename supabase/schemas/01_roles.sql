-- Supabase grants every new object in `public` to the request roles. Revoke those defaults first, by name, so that each
-- file grants only the privileges in use.
alter default privileges in schema public revoke all on tables from public, anon, authenticated;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;

-- PostgreSQL lets everyone execute a new function, in any schema.
alter default privileges revoke execute on functions from public;

-- The API does not expose this schema. Policies and checks need usage for the functions they call.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Makes the public function of a private definer, for the named roles. Its refusals keep code, message and hint, but no
-- detail: PostgreSQL shows the failing row there, and a booking's id is its customer's key. An error that is caught is
-- not logged either.
create function private.expose(_definer regprocedure, _roles text) returns void
language plpgsql set search_path = ''
as $make$
declare
  name text;
  arguments text;
  passed text;
  result text;
  volatility text;
begin
  select proname, pg_catalog.pg_get_function_arguments(oid), pg_catalog.pg_get_function_result(oid),
    case provolatile when 'v' then 'volatile' else 'stable' end,
    (select coalesce(string_agg(format('%I', argument), ', '), '') from unnest(proargnames) as argument)
    into name, arguments, result, volatility, passed
    from pg_catalog.pg_proc where oid = _definer;
  execute format($sql$
    create or replace function public.%1$I(%2$s) returns %3$s
    language plpgsql %4$s security invoker set search_path = ''
    as $$
    declare
      hint text;
    begin
      %6$s private.%1$I(%5$s);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint;
      if hint = '' then raise exception using errcode = sqlstate, message = sqlerrm; end if;
      raise exception using errcode = sqlstate, message = sqlerrm, hint = hint;
    end $$
  $sql$, name, arguments, result, volatility, passed, case result when 'void' then 'perform' else 'return' end);
  execute format('grant execute on function %s, public.%I(%s) to %s', _definer, name,
    pg_catalog.pg_get_function_identity_arguments(_definer), _roles);
end $make$;

-- Roles are stored here and never in user metadata, which users can write themselves.
create table private.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin')),
  primary key (user_id, role)
);
alter table private.user_roles enable row level security;

-- True if the caller's user has a second factor and their token shows no code of it. Only definers may call it. Auth
-- writes `aal` into each token, and the sessions before the factor end when it is set up.
create function private.is_code_missing() returns boolean
language sql stable set search_path = ''
as $$
  select auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
$$;

-- True if the caller is an administrator and the session of their token exists. Auth deletes it at a sign-out, after a
-- new password and when it ends all sessions, up to an hour before the token expires. For an ended or missing session,
-- and for one without the code of the user's second factor, it raises PT401, so that devices sign out or ask for the
-- code; false would make them delete their copy and their waiting changes. A definer, because no request role may read
-- the tables. Policies call it once a statement: (select private.is_admin()).
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.user_roles where user_id = auth.uid() and role = 'admin') then return false; end if;
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()) then
    raise sqlstate 'PT401' using message = 'Invalid JWT: its session has ended.', hint = 'Sign in again.';
  end if;
  if private.is_code_missing() then
    raise sqlstate 'PT401' using message = 'Invalid JWT: insufficient_aal.', hint = 'Enter a code of the second factor.';
  end if;
  return true;
end $$;
grant execute on function private.is_admin() to authenticated;

-- A booking that an administrator enters, from a call. The office knows it, so it has no alert, and therefore no
-- receipt goes to the customer, who hears of the office's answer. It does not count in the flood guard.

-- True for an administrator whose session lasts. Unlike is_admin it raises no error for an ended session, because with
-- such a token everybody may still send a request.
create function private.is_office() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.user_roles r join auth.sessions s on s.user_id = r.user_id
    where r.user_id = auth.uid() and r.role = 'admin' and s.id = (auth.jwt() ->> 'session_id')::uuid
  ) and not private.is_code_missing();
$$;

-- True only for the caller's own id.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select coalesce(_user_id = (select auth.uid()) and _role = 'admin' and private.is_admin(), false);
$$;
grant execute on function public.has_role(uuid, text) to authenticated;

-- Every administrator, as [{id, email, has_factor}]: has_factor for a verified second factor.
create function public.administrators() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', u.id, 'email', u.email,
    'has_factor', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
  ) order by u.email), '[]')
  from private.user_roles r join auth.users u on u.id = r.user_id where r.role = 'admin';
$$;
grant execute on function public.administrators() to service_role;

-- Grants the role to the user with this address, or revokes it together with their devices for web push, and ends the
-- user's sessions. Returns the user's id; null if no user has the address, or if there was no role to revoke.
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
    delete from public.push_devices where user_id = account;
  end if;
  delete from auth.sessions where user_id = account;
  return account;
end $$;
grant execute on function public.set_administrator(text, boolean) to service_role;
