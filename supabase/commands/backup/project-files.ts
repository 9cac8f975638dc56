import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { StartError } from '../../local/start-error.ts';
import { BUCKETS, fileOf, isStorable, type StoredFile } from './manifest.ts';

/** A file as listed in Storage's table. */
export type ListedFile = Pick<StoredFile, 'bucket' | 'name' | 'bytes' | 'type' | 'cacheControl'>;

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

interface Api {
  url: string;
  secretKey: string;
}

const TIMEOUT_MS = 5 * 60_000;
const WAITS_MS = [1000, 5000];

const addressOf = ({ url }: Api, { bucket, name }: ListedFile) =>
  `${url}/storage/v1/object/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`;

/** Storage answers errors with 400, with the real status in the body. */
async function statusOf(response: Response): Promise<number> {
  const { statusCode } = (await response.json().catch(() => ({}))) as { statusCode?: string };
  return Number(statusCode ?? response.status);
}

/**
 * Retries a request that failed for a temporary reason: no connection, a busy server. Rethrows if
 * the disk is full.
 */
async function repeat<T>(file: ListedFile, ask: () => Promise<T | 'again'>): Promise<T> {
  let cause: unknown;
  for (const ms of [0, ...WAITS_MS]) {
    await wait(ms);
    try {
      const found = await ask();
      if (found !== 'again') return found;
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      if (isFull || error instanceof StartError) throw error;
      cause = error;
    }
  }
  throw new StartError(
    `Storage does not answer for ${file.bucket}/${file.name}. Look at status.supabase.com and run the command again, a restore with --files.`,
    { cause },
  );
}

/**
 * Downloads a file into the folder. Returns its length and hash; null if Storage has no
 * contents for it. Throws a StartError if Storage refuses, or fails to answer three times.
 */
export function download(
  api: Api,
  folder: string,
  file: ListedFile,
): Promise<{ bytes: number; sha256: string } | null> {
  const target = fileOf(folder, file);
  return repeat(file, async () => {
    const response = await fetch(addressOf(api, file), {
      headers: keyHeaders(api.secretKey),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      const status = await statusOf(response);
      if (status === 404) return null;
      return refuse(file, status);
    }
    await mkdir(path.dirname(target), { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part);
          bytes += part.length;
          yield part;
        }
      },
      createWriteStream(target, { flush: true }),
    );
    if (bytes !== file.bytes)
      throw new StartError(
        `${file.bucket}/${file.name} arrived with ${bytes} bytes, but Storage lists ${file.bytes}. Run the command again; if this repeats, the file is damaged: remove it in the portal.`,
      );
    return { bytes, sha256: hash.digest('hex') };
  });
}

/** Uploads a backup's file. An existing file stays: stored files are never replaced. */
export function upload(api: Api, folder: string, file: StoredFile): Promise<void> {
  return repeat(file, async () => {
    const response = await fetch(addressOf(api, file), {
      method: 'POST',
      headers: {
        ...keyHeaders(api.secretKey),
        'content-type': file.type,
        'cache-control': file.cacheControl,
      },
      body: await readFile(fileOf(folder, file)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return;
    const status = await statusOf(response);
    if (status !== 409) return refuse(file, status);
  });
}

function refuse(file: ListedFile, status: number): 'again' {
  if (status === 429 || status >= 500) return 'again';
  throw new StartError(
    `Storage refuses ${file.bucket}/${file.name} with ${status}. Check SUPABASE_SECRET_KEY and the bucket’s limits.`,
  );
}
