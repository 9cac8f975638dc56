import type { LocalDatabase } from '../local/database/open-database.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
}
interface Relationship {
  table: string;
  name: string;
  column: string;
  target: string;
  target_column: string;
}
interface Argument {
  function: string;
  returns: string;
  /** Null for a function without arguments. */
  name: string | null;
  type: string | null;
  has_default: boolean;
}

const COLUMNS = `
  select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
    column_default is not null as has_default
  from information_schema.columns where table_schema = 'public' order by table_name, column_name`;

const RELATIONSHIPS = `
  select c.conrelid::regclass::text as table, c.conname as name, a.attname as column, t.relname as target, f.attname as target_column
  from pg_constraint c
  join pg_class t on t.oid = c.confrelid
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
  where c.contype = 'f' and t.relnamespace = 'public'::regnamespace order by c.conname`;

const ARGUMENTS = `
  select p.proname as function, r.typname as returns, a.name, t.typname as type,
    coalesce(a.position > p.pronargs - p.pronargdefaults, false) as has_default
  from pg_proc p
  join pg_type r on r.oid = p.prorettype
  left join lateral unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as a (name, type, position) on true
  left join pg_type t on t.oid = a.type
  where p.pronamespace = 'public'::regnamespace and r.typname <> 'trigger' order by p.proname, a.position`;

/** How PostgREST writes each type as JSON. Only the types that the schema uses. */
const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'string',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
  void: 'undefined',
};

function typeOf(type: string): string {
  const found = TYPES[type];
  if (found === undefined)
    throw new Error(`The PostgreSQL type ${type} has no TypeScript type yet: add it to TYPES.`);
  return found;
}

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
const block = (name: string, lines: string[]) =>
  lines.length === 0
    ? `${name}: Record<never, never>;`
    : `${name}: {\n${indent(lines.join('\n'))}\n};`;

function table(name: string, columns: Column[], relationships: Relationship[]): string {
  const typed = ({ type, nullable }: Column) => `${typeOf(type)}${nullable ? ' | null' : ''}`;
  const optional = (column: Column) => column.nullable || column.has_default;
  const related = relationships.map(
    (r) =>
      `{ foreignKeyName: '${r.name}'; columns: ['${r.column}']; isOneToOne: false; ` +
      `referencedRelation: '${r.target}'; referencedColumns: ['${r.target_column}'] },`,
  );
  return block(name, [
    block(
      'Row',
      columns.map((column) => `${column.name}: ${typed(column)};`),
    ),
    block(
      'Insert',
      columns.map((column) => `${column.name}${optional(column) ? '?' : ''}: ${typed(column)};`),
    ),
    block(
      'Update',
      columns.map((column) => `${column.name}?: ${typed(column)};`),
    ),
    related.length === 0
      ? 'Relationships: [];'
      : `Relationships: [\n${indent(related.join('\n'))}\n];`,
  ]);
}

function callable(name: string, args: Argument[]): string {
  const named = args.flatMap((arg) =>
    arg.name && arg.type ? [`${arg.name}${arg.has_default ? '?' : ''}: ${typeOf(arg.type)};`] : [],
  );
  return block(name, [block('Args', named), `Returns: ${typeOf(args[0]?.returns ?? 'void')};`]);
}

const names = <T>(rows: T[], key: (row: T) => string) => [...new Set(rows.map(key))];

/** Writes the TypeScript types of the migrated database's public schema, in the shape that supabase-js expects. */
export async function writeDatabaseTypes({ query }: Pick<LocalDatabase, 'query'>): Promise<string> {
  const columns = await query<Column>(COLUMNS);
  const relationships = await query<Relationship>(RELATIONSHIPS);
  const args = await query<Argument>(ARGUMENTS);
  const tables = names(columns, (column) => column.table).map((name) =>
    table(
      name,
      columns.filter((column) => column.table === name),
      relationships.filter((r) => r.table === name),
    ),
  );
  const functions = names(args, (arg) => arg.function).map((name) =>
    callable(
      name,
      args.filter((arg) => arg.function === name),
    ),
  );
  const schema = [
    block('Tables', tables),
    block('Views', []),
    block('Functions', functions),
    block('Enums', []),
    block('CompositeTypes', []),
  ];
  return `// Generated from supabase/migrations by \`npm run types:generate\`.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
${indent(block('public', schema))}
};
`;
}
