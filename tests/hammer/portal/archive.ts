import { Dexie } from 'dexie';
import {
  ENTITIES,
  ENTITY_NAMES,
  REPLICA_TABLES,
  type Entity,
} from '../../../src/core/domain/entities.ts';
import type { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import { ADMIN } from '../office.ts';
import type { Server } from '../server.ts';
import { sha256 } from '../wishes.ts';
import type { Item } from './ledger.ts';
import type { Archive } from './oracle.ts';
import { signIn } from './users.ts';

const MARK_OF: Record<Entity, string> = {
  bookings: 'name',
  crew: 'name',
  careers: 'title',
  job_applications: 'name',
  contact_messages: 'name',
  gallery_images: 'alt',
  testimonials: 'name',
};

/** The server's data about these records: rows by their marks, files by their paths. */
export async function readArchive(server: Server, items: readonly Item[]): Promise<Archive> {
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
    const bytes = await download(server, `${bucket}/${file.path}`);
    if (bytes) files.set(file.path, sha256(bytes));
    else if (known.length > 0) files.set(file.path, 'named, and not there');
  }
  return { rows, files };
}

/** Null if there is no such file. Retries if the server dies meanwhile. */
async function download(server: Server, path: string): Promise<Uint8Array | null> {
  for (;;) {
    await server.whenUp();
    const { kills } = server;
    const answer = await fetchFile(server, path).catch(() => undefined);
    if (answer !== undefined && kills === server.kills) return answer;
  }
}

async function fetchFile(server: Server, path: string): Promise<Uint8Array | null> {
  const headers = {
    apikey: LOCAL_PUBLISHABLE_KEY,
    authorization: `Bearer ${await tokenOf(server)}`,
  };
  const response = await fetch(`${server.url}/storage/v1/object/${path}`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.ok ? bytes : null;
}

const tokens = new WeakMap<Server, string>();

async function tokenOf(server: Server): Promise<string> {
  const token = tokens.get(server) ?? (await signIn(server.url, ADMIN.email));
  tokens.set(server, token);
  return token;
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
          `${table} ${id} is at revision ${due ?? 'none'}, and the copy has ${revisions.get(id) ?? 'none'}`,
        );
    }
    const known = new Set(rows.map(({ id }) => id));
    for (const id of revisions.keys())
      if (!known.has(id) && !isFree.has(id))
        differences.push(`${table} ${id} is in the copy alone`);
  }
  return differences;
}
