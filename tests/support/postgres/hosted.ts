import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import { FACTORS_SQL } from '../../../supabase/local/database/hosted-schema.ts';

/**
 * The parts of a hosted project that exist before its first migration, for a server with many
 * sessions: the roles with attributes and memberships, and the schemas auth and storage, owned by
 * roles without `postgres` as a member. Modelled on supabase/postgres (migrations/db) and
 * supabase/storage.
 */

/**
 * Run once per server. Hosted projects let the owner load a backup without triggers. @param owner
 * The role that runs the migrations.
 */
export const rolesSql = (owner: string) => `
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('${owner}', 'login createdb createrole replication bypassrls'),
    ('anon', 'nologin'),
    ('authenticated', 'nologin'),
    ('service_role', 'nologin bypassrls'),
    ('authenticator', 'login noinherit'),
    ('supabase_admin', 'login superuser'),
    ('supabase_auth_admin', 'login noinherit createrole'),
    ('supabase_storage_admin', 'login noinherit createrole')
  ) as roles (name, attributes) loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end $$;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, pg_read_all_data, pg_signal_backend to ${owner};
grant authenticator to supabase_storage_admin;
grant set on parameter session_replication_role to ${owner};
`;

/** PostgREST sets all claims as one text; older versions set one text per claim. */
const AUTH_FUNCTIONS = `
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub')::uuid
$$;
create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
$$;
create function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email')
$$;
`;

/** Files must be deleted through the Storage API, which sets this before it deletes their rows. */
const PROTECTED_FILES = `
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise insufficient_privilege using message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets for each statement execute function storage.protect_delete();
`;

/** Run once per database, as the superuser. @param owner The role that runs the migrations. */
export const schemasSql = (owner: string) => `
create schema extensions;
create schema graphql_public;
grant usage on schema extensions, graphql_public, public to ${owner}, anon, authenticated, service_role;
${['supabase_admin', owner]
  .flatMap((creator) =>
    ['tables', 'sequences', 'functions'].map(
      (kind) =>
        `alter default privileges for role ${creator} in schema public grant all on ${kind} to ${owner}, anon, authenticated, service_role;`,
    ),
  )
  .join('\n')}

create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
set role supabase_auth_admin;
${getAuthSchemaSql().replace('CREATE SCHEMA IF NOT EXISTS auth;', '')}
${FACTORS_SQL}
${AUTH_FUNCTIONS}
grant usage on schema auth to ${owner}, anon, authenticated, service_role;
grant all on all tables in schema auth to ${owner};
grant all on all routines in schema auth to ${owner};
set role supabase_storage_admin;
${getStorageSchemaSql().replace('CREATE SCHEMA IF NOT EXISTS storage;', '')}
${PROTECTED_FILES}
grant usage on schema storage to ${owner}, anon, authenticated, service_role;
grant all on all tables in schema storage to ${owner}, anon, authenticated, service_role;
grant all on all routines in schema storage to ${owner}, anon, authenticated, service_role;
reset role;
`;

/**
 * A migration in a form that `postgres` can run here. On hosted projects the extension supautils
 * lets it write policies for Storage's tables without owning them; here the superuser runs those
 * statements.
 */
export const withPolicyGrants = (sql: string, owner: string) =>
  sql.replace(
    /^(create|alter|drop) policy [^;]*? on storage\.(objects|buckets)\b[^;]*;/gim,
    (statement) => `set local role supabase_admin;\n${statement}\nset local role ${owner};`,
  );
