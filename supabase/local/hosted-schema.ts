import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite';
import type { Migration } from './migrate.ts';

const ROLES_SQL = `
do $$
declare role_name text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin %s', role_name, case when role_name = 'service_role' then 'bypassrls' else '' end);
    end if;
  end loop;
end $$;
create schema if not exists extensions;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

const SYSTEM_GRANTS_SQL = `
grant usage on schema auth, storage to anon, authenticated, service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
`;

/**
 * What a hosted Supabase project has before its first migration runs and a plain PostgreSQL lacks: the request roles, the
 * privileges that new objects get, and the schemas auth and storage. Recorded as the migration before all others.
 */
export const HOSTED_SCHEMA: Migration = {
  version: '00000000000000',
  name: 'hosted_schema',
  sql: [
    ROLES_SQL,
    getAuthSchemaSql(),
    SUPABASE_AUTH_HELPERS_SQL,
    getStorageSchemaSql(),
    SYSTEM_GRANTS_SQL,
  ].join('\n'),
};

/**
 * Of several users of one address, whatever its case, one keeps it: an administrator before others, then the oldest. The
 * others keep their id and their role, and lose the address, and with it the way to sign in. Where the database is new there
 * are neither users nor roles.
 */
const FREE_DOUBLE_ADDRESSES_SQL = `
do $$
begin
  if to_regclass('private.user_roles') is null then
    return;
  end if;
  update auth.users set email = null where id in (
    select id from (
      select id, row_number() over (
        partition by lower(email)
        order by (select count(*) from private.user_roles r where r.user_id = u.id and r.role = 'admin') desc, created_at, id
      ) as place
      from auth.users u where email is not null
    ) placed where place > 1
  );
end $$;
update auth.users set email = lower(email) where email <> lower(email);
`;

const UNIQUE_EMAIL_SQL = `
create unique index users_email_lower_key on auth.users (lower(email));
`;

/** What the sign-in guard knows of a user: the networks they have signed in from. Hosted Supabase keeps that in its audit log. */
const SIGN_IN_NETWORKS_SQL = `
create table auth.sign_in_networks (
  user_id uuid not null references auth.users (id) on delete cascade,
  network text not null,
  last_at timestamptz not null default now(),
  primary key (user_id, network)
);
`;

/** What a hosted project's authentication service ensures of addresses, and what the local one keeps beside it. */
export const UNIQUE_EMAIL: Migration = {
  version: '00000000000001',
  name: 'unique_email',
  sql: [FREE_DOUBLE_ADDRESSES_SQL, UNIQUE_EMAIL_SQL, SIGN_IN_NETWORKS_SQL].join('\n'),
};
