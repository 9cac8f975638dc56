import { ARGUMENTS, COLUMNS, type Argument, type Column } from '../database/database-types.ts';
import type { LocalDatabase } from '../database/open-database.ts';

/** PostgreSQL types of columns or parameters, by name. */
type Types = ReadonlyMap<string, string>;

interface Bucket {
  isPublic: boolean;
  /** The maximum file size, in bytes. */
  bytes: number;
  mediaTypes: readonly string[];
}

/** Everything that the gate validates values against. The migrations are its only source. */
export interface Schema {
  tables: ReadonlyMap<string, Types>;
  functions: ReadonlyMap<string, Types>;
  buckets: ReadonlyMap<string, Bucket>;
}

const BUCKETS = `
  select id, public as "isPublic", file_size_limit as bytes, allowed_mime_types as "mediaTypes"
  from storage.buckets`;

function groupTypes(rows: readonly { of: string; name: string | null; type: string | null }[]) {
  const grouped = new Map<string, Map<string, string>>();
  for (const { of, name, type } of rows) {
    const types = grouped.get(of) ?? new Map<string, string>();
    grouped.set(of, types);
    if (name !== null && type !== null) types.set(name, type);
  }
  return grouped;
}

export async function readSchema({ query }: Pick<LocalDatabase, 'query'>): Promise<Schema> {
  const columns = await query<Column>(COLUMNS);
  const parameters = await query<Argument>(ARGUMENTS);
  const buckets = await query<Bucket & { id: string }>(BUCKETS);
  return {
    tables: groupTypes(columns.map(({ table, ...column }) => ({ of: table, ...column }))),
    functions: groupTypes(parameters.map(({ function: of, name, type }) => ({ of, name, type }))),
    buckets: new Map(buckets.map(({ id, ...bucket }) => [id, bucket])),
  };
}
