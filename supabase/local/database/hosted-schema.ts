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

/** Created by the hosted authentication service. */
const UNIQUE_EMAIL_SQL = `
create unique index users_email_lower_key on auth.users (lower(email));
`;

/**
 * The parts of a hosted Supabase project that exist before its first migration and that plain
 * PostgreSQL lacks: the request roles, the default privileges, and the schemas auth and storage.
 * Recorded as the first migration.
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
    UNIQUE_EMAIL_SQL,
  ].join('\n'),
};
