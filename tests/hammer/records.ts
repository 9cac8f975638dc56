import { Dexie } from 'dexie';
import {
  ENTITIES,
  ENTITY_NAMES,
  REPLICA_TABLES,
  type Entity,
} from '../../src/core/domain/entities.ts';
import type { ReplicaDatabase } from '../../src/core/store/replica-database.ts';
import type { Archive } from './findings/items.ts';
import type { Office, StoredRow } from './findings/submissions.ts';
import type { Item } from './ledger.ts';
import type { OfficeCalls } from './office-calls.ts';
import type { Server } from './server.ts';
import { sha256 } from './sha256.ts';

/** Where the server has the data of a run. */
interface Place {
  server: Server;
  /** The first administrator's, for files. */
  office: OfficeCalls;
}

const TEXT_OF = {
  bookings: 'notes',
  contact_messages: 'message',
  job_applications: 'cover_letter',
} as const;

/**
 * Reads the submissions with these email addresses: rows from the database, files as an administrator
 * downloads them, and the mails that were accepted, by alert.
 */
export async function readSubmissions(
  { server, office }: Place,
  emails: readonly string[],
  mails: ReadonlyMap<string, number>,
): Promise<Office> {
  const rows = new Map<string, StoredRow[]>();
  for (const [table, text] of Object.entries(TEXT_OF)) {
    const path = table === 'job_applications' ? 'resume_path' : 'null';
    const edition = `substring(${text} from '[0-9]+$')::int`;
    const found = await server.query<StoredRow>(
      `select id, email, ${edition} as edition, ${path} as path from public.${table} where email = any ($1)`,
      [emails],
    );
    for (const row of found) rows.set(row.email, [...(rows.get(row.email) ?? []), row]);
  }
  const all = [...rows.values()].flat();
  const alerts = await server.query<{ id: string; record_id: string }>(
    'select id, record_id from public.alerts where record_id = any ($1::uuid[])',
    [all.map(({ id }) => id)],
  );
  const files = new Map<string, { size: number; sha256: string }>();
  for (const path of all.flatMap((row) => row.path ?? [])) {
    const bytes = await office.file(`resumes/${path}`);
    if (bytes) files.set(path, { size: bytes.length, sha256: sha256(bytes) });
  }
  return {
    ...{ rows, files },
    mailed: new Set(alerts.filter(({ id }) => mails.has(id)).map(({ record_id }) => record_id)),
  };
}

/** The number of stored résumés without a row. */
export async function countOrphans(server: Server): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    `select count(*)::int from storage.objects where bucket_id = 'resumes' and name not in (select resume_path from public.job_applications)`,
  );
  return row?.count ?? 0;
}

/** The column that has an item's mark. */
const MARK_OF: Record<Entity, string> = {
  bookings: 'name',
  crew: 'name',
  careers: 'title',
  job_applications: 'name',
  contact_messages: 'name',
  gallery_images: 'alt',
  testimonials: 'name',
};

/** The server's data about these records. */
export async function readArchive(
  { server, office }: Place,
  items: readonly Item[],
): Promise<Archive> {
  const rows = new Map<string, string[]>();
  for (const table of ENTITY_NAMES) {
    const marks = items.filter(({ entity }) => entity === table).map(({ mark }) => mark);
    const found = await server.query<{ id: string; mark: string }>(
      `select id, ${MARK_OF[table]} as mark from public.${table} where ${MARK_OF[table]} = any ($1)`,
      [marks],
    );
    for (const { id, mark } of found) rows.set(mark, [...(rows.get(mark) ?? []), id]);
  }
  const files = new Map<string, string>();
  for (const { entity, file } of items) {
    const bucket = ENTITIES[entity].files?.bucket;
    if (!file || !bucket) continue;
    const known = await server.query(
      'select from storage.objects where bucket_id = $1 and name = $2',
      [bucket, file.path],
    );
    const bytes = await office.file(`${bucket}/${file.path}`);
    if (bytes) files.set(file.path, sha256(bytes));
    else if (known.length > 0) files.set(file.path, 'named, and not there');
  }
  return { rows, files };
}

/**
 * Differences between a device's replica and the database, except changes since the replica's
 * cursor.
 */
export async function compareReplica(server: Server, replica: ReplicaDatabase): Promise<string[]> {
  const differences: string[] = [];
  const reached = (await replica.readCursor())?.rev ?? 0;
  for (const table of REPLICA_TABLES) {
    const kept = await replica.keptRows
      .where('[table+id]')
      .between([table], [table, Dexie.maxKey])
      .toArray();
    const revisions = new Map(kept.map(({ id, row }) => [id, (row as { rev: number }).rev]));
    // The replica holds no sent alerts.
    const isKept = table === 'alerts' ? "state <> 'sent'" : 'true';
    const rows = await server.query<{ id: string; rev: string | number; is_kept: boolean }>(
      `select id, rev, ${isKept} as is_kept from public.${table}`,
    );
    const gone = await server.query<{ id: string }>(
      'select id from public.deleted_rows where table_name = $1 and rev > $2',
      [table, reached],
    );
    const isFree = new Set(gone.map(({ id }) => id));
    for (const { id, rev, is_kept } of rows) {
      const due = is_kept ? Number(rev) : undefined;
      if (Number(rev) > reached) isFree.add(id);
      else if (revisions.get(id) !== due)
        differences.push(
          `${table} ${id} is at revision ${due ?? 'none'}, and the replica has ${revisions.get(id) ?? 'none'}`,
        );
    }
    const known = new Set(rows.map(({ id }) => id));
    for (const id of revisions.keys())
      if (!known.has(id) && !isFree.has(id))
        differences.push(`${table} ${id} is in the replica alone`);
  }
  return differences;
}
