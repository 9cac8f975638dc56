import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { StartError } from '../../local/start-error.ts';
import { writeDurably } from '../../local/storage/write-durably.ts';
import { BUCKETS, fileOf, isStorable, type StoredFile } from './manifest.ts';
import type { Project } from './project.ts';

/** A file as listed in Storage's table. */
type ListedFile = Omit<StoredFile, 'sha256'>;

/**
 * The files of all buckets, from their rows. Unclaimed résumés are left out: anybody can store
 * them, and a backup would outlast their removal.
 */
export async function listFiles(client: Client): Promise<ListedFile[]> {
  const { rows } = await client.query<ListedFile>(
    String.raw`select bucket_id as bucket, name, coalesce(metadata ->> 'size', metadata ->> 'contentLength')::float8 as bytes,
       coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type,
       coalesce(metadata ->> 'cacheControl', 'no-cache') as "cacheControl"
     from storage.objects o
     where bucket_id = any($1) and name !~ '(^|/)\.emptyFolderPlaceholder$'
       and (bucket_id <> 'resumes' or exists (select from public.job_applications where resume_path = o.name))
     order by bucket_id, name`,
    [BUCKETS],
  );
  const strange = rows.find(({ name }) => !isStorable(name));
  if (strange)
    throw new StartError(
      `A file in Storage has a name that cannot be copied into a folder: ${strange.bucket}/${strange.name}. Rename it in the dashboard.`,
    );
  return rows;
}

/** Whether Storage still lists the file. */
export async function isListed(client: Client, { bucket, name }: ListedFile): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  );
  return rowCount !== 0;
}

const TIMEOUT_MS = 5 * 60_000;
const WAITS_MS = [0, 1000, 5000];

/** Asks Storage about a file, three times where it is busy or cannot be reached. */
async function askStorage(
  { url, secretKey }: Project,
  { bucket, name }: ListedFile,
  { headers, ...init }: RequestInit = {},
): Promise<{ status: number; body: Buffer }> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  let cause: unknown;
  for (const ms of WAITS_MS) {
    await wait(ms);
    try {
      const response = await fetch(`${url}/storage/v1/object/${bucket}/${path}`, {
        ...init,
        headers: { ...keyHeaders(secretKey), ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = Buffer.from(await response.arrayBuffer());
      const status = response.ok ? 200 : statusIn(body, response.status);
      if (status !== 429 && status < 500) return { status, body };
    } catch (error) {
      cause = error;
    }
  }
  throw new StartError(
    `Storage does not answer for ${bucket}/${name}. Look at status.supabase.com and run the command again, a restore with --files.`,
    { cause },
  );
}

/** Storage answers errors with 400, with the real status in the body. */
function statusIn(body: Buffer, status: number): number {
  try {
    return Number((JSON.parse(body.toString()) as { statusCode?: string }).statusCode ?? status);
  } catch {
    return status;
  }
}

const refusal = ({ bucket, name }: ListedFile, status: number) =>
  new StartError(
    `Storage refuses ${bucket}/${name} with ${status}. Check SUPABASE_SECRET_KEY and the bucket’s limits.`,
  );

/** Downloads a file into the backup's folder; null if Storage has no contents for it. */
export async function download(
  project: Project,
  folder: string,
  file: ListedFile,
): Promise<StoredFile | null> {
  const { status, body } = await askStorage(project, file);
  if (status === 404) return null;
  if (status !== 200) throw refusal(file, status);
  if (body.length !== file.bytes)
    throw new StartError(
      `${file.bucket}/${file.name} arrived with ${body.length} bytes, but Storage lists ${file.bytes}. Run the command again; if this repeats, the file is damaged: remove it in the portal.`,
    );
  await writeDurably(fileOf(folder, file), body);
  return { ...file, sha256: createHash('sha256').update(body).digest('hex') };
}

/** Uploads a backup's file. An existing file stays: stored files are never replaced. */
export async function upload(project: Project, folder: string, file: StoredFile): Promise<void> {
  const { status } = await askStorage(project, file, {
    method: 'POST',
    headers: { 'content-type': file.type, 'cache-control': file.cacheControl },
    body: await readFile(fileOf(folder, file)),
  });
  if (status !== 200 && status !== 409) throw refusal(file, status);
}
