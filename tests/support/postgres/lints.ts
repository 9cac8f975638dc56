/** A rule for a schema that the API serves; its query returns the violations. */
export interface Lint {
  name: string;
  level: 'error' | 'warning' | 'info';
  sql: string;
}

/** Our schemas; the API serves the first. */
const OURS = `('public', 'private')`;
const RELATIONS = `select c.oid, c.relname, c.relkind, c.relrowsecurity, n.nspname, n.nspname || '.' || c.relname as found
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS}`;
const IN_API = `select r.* from (${RELATIONS}) r where r.nspname = 'public'`;
const FUNCTIONS = `select p.*, n.nspname, n.nspname || '.' || p.proname as found
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${OURS}`;
/** Our migrations also write Storage's policies. */
const POLICIES = `select *, schemaname || '.' || tablename || ': ' || policyname as found
  from pg_policies where schemaname in ('public', 'private', 'storage')`;
const readableBy = (role: string) =>
  `select found from (${IN_API}) r where relkind in ('r', 'v', 'm', 'f', 'p') and has_any_column_privilege('${role}', oid, 'select')`;
const definersFor = (role: string) => `select found from (${FUNCTIONS}) f
  where nspname = 'public' and prosecdef and has_function_privilege('${role}', oid, 'execute')`;
const readableByVisitors = `(has_any_column_privilege('anon', r.oid, 'select') or has_any_column_privilege('authenticated', r.oid, 'select'))`;

/**
 * Supabase's own lints, as our queries. Left out are lints that need a project in use (unused
 * indexes, bloat).
 */
export const LINTS: Lint[] = [
  {
    name: 'a table of the API without row-level security',
    level: 'error',
    sql: `select found from (${IN_API}) r where relkind in ('r', 'p') and not relrowsecurity`,
  },
  {
    name: 'a table with policies that are not switched on',
    level: 'error',
    sql: `select found from (${RELATIONS}) r where not relrowsecurity and exists (select from pg_policy where polrelid = r.oid)`,
  },
  {
    name: 'a secret column that visitors can read without row-level security',
    level: 'error',
    sql: `select r.found || '.' || a.attname as found from (${IN_API}) r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0
      where r.relkind in ('r', 'p') and not r.relrowsecurity and a.attname ~* '(password|secret|token|api_?key|card_number|iban|passport)'
        and (has_column_privilege('anon', r.oid, a.attnum, 'select') or has_column_privilege('authenticated', r.oid, a.attnum, 'select'))`,
  },
  {
    name: "a view of the users' accounts that visitors can read",
    level: 'error',
    sql: `select distinct r.found from (${IN_API}) r
      join pg_rewrite w on w.ev_class = r.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refobjid = 'auth.users'::regclass
      where r.relkind in ('v', 'm') and ${readableByVisitors}`,
  },
  {
    name: "a view that reads with its owner's rights",
    level: 'error',
    sql: `select r.found from (${IN_API}) r join pg_class c on c.oid = r.oid
      where r.relkind = 'v' and ${readableByVisitors}
        and not coalesce((select lower(option_value) in ('true', 'on', '1', 'yes') from pg_options_to_table(c.reloptions) where option_name = 'security_invoker'), false)`,
  },
  {
    name: 'a policy that believes what users write about themselves',
    level: 'error',
    sql: `select found from (${POLICIES}) p where concat(qual, with_check) ~* 'user_?meta_?data'`,
  },
  {
    name: 'a policy that lets everybody write',
    level: 'warning',
    sql: `select found from (${POLICIES}) p where permissive = 'PERMISSIVE' and cmd <> 'SELECT'
      and roles && array['anon', 'authenticated', 'public']::name[] and 'true' in (qual, with_check)`,
  },
  {
    name: 'a policy that asks who is calling once for each row',
    level: 'warning',
    sql: String.raw`select found from (${POLICIES}) p
      where regexp_replace(concat(qual, with_check), '\( *SELECT +[a-z_.]+\([^()]*\)', '', 'gi')
        ~* '(auth\.(uid|jwt|role|email)|current_setting|is_admin)\('`,
  },
  {
    name: 'several permissive policies for one role and action',
    level: 'warning',
    sql: `select schemaname || '.' || tablename || ': ' || role || ' ' || action as found from (${POLICIES}) p,
        unnest(roles) as role, unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as action
      where permissive = 'PERMISSIVE' group by schemaname, tablename, role, action having count(*) > 1`,
  },
  {
    name: 'a public bucket that visitors can list',
    level: 'warning',
    sql: `select b.id || ': ' || p.policyname as found from storage.buckets b join (${POLICIES}) p on p.schemaname = 'storage' and p.tablename = 'objects'
      where b.public and p.cmd in ('SELECT', 'ALL') and p.roles && array['anon', 'authenticated', 'public']::name[]
        and p.qual !~* 'is_admin|auth\\.uid' and (p.qual = 'true' or p.qual like '%''' || b.id || '''%')`,
  },
  {
    name: 'a function whose search path the caller chooses',
    level: 'warning',
    sql: `select found from (${FUNCTIONS}) f
      where prokind in ('f', 'p') and not exists (select from unnest(coalesce(proconfig, '{}')) as setting where setting like 'search_path=%')`,
  },
  { name: 'a definer function that visitors can call', level: 'warning', sql: definersFor('anon') },
  {
    name: 'a definer function that users can call',
    level: 'warning',
    sql: definersFor('authenticated'),
  },
  {
    name: 'a materialized view or foreign table of the API',
    level: 'warning',
    sql: `select found from (${IN_API}) r where relkind in ('m', 'f') and ${readableByVisitors}`,
  },
  {
    name: 'an extension in a schema of the API',
    level: 'warning',
    sql: `select extname as found from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: 'a column of a type that an upgrade of PostgreSQL refuses',
    level: 'warning',
    sql: `select r.found || '.' || a.attname as found from (${RELATIONS}) r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0
      where r.relkind in ('r', 'p', 'm') and a.atttypid in ('regcollation'::regtype, 'regconfig'::regtype, 'regdictionary'::regtype,
        'regnamespace'::regtype, 'regoper'::regtype, 'regoperator'::regtype, 'regproc'::regtype, 'regprocedure'::regtype)`,
  },
  {
    name: 'a foreign key to an account by anything but its id',
    level: 'warning',
    sql: `select r.found || '.' || k.conname as found from (${RELATIONS}) r join pg_constraint k on k.conrelid = r.oid
      join pg_constraint p on p.conrelid = k.confrelid and p.contype = 'p'
      where k.contype = 'f' and k.confrelid::regclass::text like 'auth.%' and k.confkey <> p.conkey`,
  },
  {
    name: 'two indexes that are the same',
    level: 'warning',
    sql: String.raw`select min(r.found) || ': ' || string_agg(x.indexrelid::regclass::text, ', ' order by x.indexrelid::regclass::text) as found
      from (${RELATIONS}) r join pg_index x on x.indrelid = r.oid
      group by x.indrelid, regexp_replace(pg_get_indexdef(x.indexrelid), 'INDEX \S+ ON', 'INDEX ON') having count(*) > 1`,
  },
  {
    name: 'a table that visitors can see in the schema',
    level: 'warning',
    sql: readableBy('anon'),
  },
  {
    name: 'a table that users can see in the schema',
    level: 'warning',
    sql: readableBy('authenticated'),
  },
  {
    name: 'a foreign key without an index',
    level: 'info',
    sql: `select r.found || '.' || k.conname as found from (${RELATIONS}) r join pg_constraint k on k.conrelid = r.oid and k.contype = 'f'
      where not exists (
        select from pg_index x where x.indrelid = k.conrelid and x.indpred is null
          and (x.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey and (x.indkey::int2[])[0:cardinality(k.conkey) - 1] <@ k.conkey
      )`,
  },
  {
    name: 'a table without a primary key',
    level: 'info',
    sql: `select found from (${RELATIONS}) r where relkind in ('r', 'p') and not exists (select from pg_index where indrelid = r.oid and indisprimary)`,
  },
  {
    name: 'a table with row-level security and no policy',
    level: 'info',
    sql: `select found from (${RELATIONS}) r where relkind in ('r', 'p') and relrowsecurity and not exists (select from pg_policy where polrelid = r.oid)`,
  },
];
