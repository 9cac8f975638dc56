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

/** The second factor's tables of the hosted authentication service, which @supabase/lite lacks. */
export const FACTORS_SQL = `
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create table auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
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
    FACTORS_SQL,
  ].join('\n'),
};
