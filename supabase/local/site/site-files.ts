import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';

export interface SiteFile {
  mediaType: string;
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  /**
   * The contents in that encoding, compressed once; undefined for types that are already
   * compressed.
   */
  encoded(encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> | undefined;
}

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

function toSiteFile(file: string, bytes: Buffer<ArrayBuffer>): SiteFile {
  const mediaType = getMimeType(file) ?? 'application/octet-stream';
  const compressed: Partial<Record<'br' | 'gzip', Promise<Buffer<ArrayBuffer>>>> = {};
  return {
    mediaType,
    bytes,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded(encoding) {
      if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(mediaType)) return undefined;
      return (compressed[encoding] ??= COMPRESS[encoding](bytes));
    },
  };
}

/**
 * Reads the files of a built site, each once until it changes. Undefined for a path without a file.
 */
export function createSiteFiles(
  folder: string,
): (relativePath: string) => Promise<SiteFile | undefined> {
  const known = new Map<string, { mtimeMs: number; read: SiteFile }>();
  return async (relativePath) => {
    const file = path.join(folder, relativePath);
    if (!file.startsWith(folder + path.sep)) return undefined;
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const cached = known.get(file);
    if (cached?.mtimeMs === stats.mtimeMs) return cached.read;
    const read = toSiteFile(file, await readFile(file));
    known.set(file, { mtimeMs: stats.mtimeMs, read });
    return read;
  };
}
