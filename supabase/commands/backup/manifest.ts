import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from '../../local/storage/write-durably.ts';
import { StartError } from '../../local/start-error.ts';

/** Whether every operating system can store the name, and it stays inside its folder. */
export const isStorable = (name: string): boolean =>
  !/[\\:*?"<>|\p{Cc}]/u.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.'));

const hashed = { bytes: z.number(), sha256: z.string() };
const storedFile = z.object({
  bucket: z.enum(['resumes', 'gallery', 'testimonials', 'jobs']),
  name: z.string().check(z.refine(isStorable)),
  ...hashed,
  type: z.string(),
  cacheControl: z.string(),
});
const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601. */
  made: z.string(),
  project: z.string(),
  /** The server's major version. */
  server: z.number(),
  /** The versions of the applied migrations. */
  migrations: z.array(z.string()),
  database: z.object(hashed),
  files: z.array(storedFile),
});

/** The manifest of a backup, written last. */
export type Manifest = z.infer<typeof manifest>;
export type StoredFile = z.infer<typeof storedFile>;

export const BUCKETS = storedFile.shape.bucket.options;

const manifestOf = (folder: string) => path.join(folder, 'manifest.json');
/** pg_dump's custom format. */
export const dumpOf = (folder: string) => path.join(folder, 'database.dump');
export const fileOf = (folder: string, { bucket, name }: Pick<StoredFile, 'bucket' | 'name'>) =>
  path.join(folder, 'files', bucket, name);

export const writeManifest = (folder: string, contents: Manifest): Promise<void> =>
  writeDurably(manifestOf(folder), JSON.stringify(contents, null, 2));

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(manifestOf(folder), 'utf8')));
  } catch (cause) {
    throw new StartError(
      `${folder} is not a complete backup: its manifest.json is missing or damaged. Name a folder such as 2026-11-26T02-00-00.000Z.`,
      { cause },
    );
  }
}

export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part as Buffer);
    bytes += (part as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

const NAMED = 10;

/**
 * Reads a whole backup, and compares the hashes with its manifest. Throws a StartError that names the
 * damaged and missing files.
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const files = [
    { name: 'database.dump', path: dumpOf(folder), sha256: manifest.database.sha256 },
    ...manifest.files.map(({ sha256, ...file }) => ({
      name: `files/${file.bucket}/${file.name}`,
      path: fileOf(folder, file),
      sha256,
    })),
  ];
  const damaged: string[] = [];
  for (const { name, path: file, sha256 } of files) {
    const found = await hashFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found?.sha256 !== sha256)
      damaged.push(`${name} is ${found === null ? 'missing' : 'damaged'}`);
  }
  if (damaged.length === 0) return manifest;
  const more = damaged.length > NAMED ? `\nand ${damaged.length - NAMED} more` : '';
  throw new StartError(
    `${folder} is damaged: use another backup.\n${damaged.slice(0, NAMED).join('\n')}${more}`,
  );
}
