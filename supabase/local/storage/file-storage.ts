import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@supabase/lite';
import { writeDurably } from './write-durably.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;

interface StoredKind {
  type: string;
  cacheControl: string;
}

const etagOf = (bytes: Uint8Array) => `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/**
 * Stores objects as files below one folder: contents in `objects`, media type and cache control in
 * `kinds`. @supabase/lite refuses keys that leave their bucket.
 */
export function createFileStorage(folder: string): StorageAdapter {
  const contents = (bucket: string, key: string) => path.join(folder, 'objects', bucket, key);
  const kind = (bucket: string, key: string) => path.join(folder, 'kinds', bucket, `${key}.json`);

  async function read(bucket: string, key: string) {
    const [bytes, stats, kindText] = await Promise.all([
      readFile(contents(bucket, key)),
      stat(contents(bucket, key)),
      readFile(kind(bucket, key), 'utf8'),
    ]);
    const { type, cacheControl } = JSON.parse(kindText) as StoredKind;
    const size = bytes.byteLength;
    return {
      bytes,
      metadata: {
        cacheControl,
        contentLength: size,
        size,
        mimetype: type,
        lastModified: stats.mtime,
        eTag: etagOf(bytes),
      },
    };
  }

  async function write(bucket: string, key: string, bytes: Uint8Array, stored: StoredKind) {
    await writeDurably(kind(bucket, key), JSON.stringify(stored));
    await writeDurably(contents(bucket, key), bytes);
    return (await read(bucket, key)).metadata;
  }

  async function remove(bucket: string, key: string) {
    await rm(contents(bucket, key), { force: true });
    await rm(kind(bucket, key), { force: true });
  }

  return {
    driver: undefined,
    async getObject(bucket, key) {
      const { bytes, metadata } = await read(bucket, key);
      return { httpStatusCode: 200, metadata, body: bytes };
    },
    async uploadObject(bucket, key, _version, body, type, cacheControl) {
      const bytes =
        body instanceof Uint8Array
          ? body
          : new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      return write(bucket, key, bytes, { type, cacheControl });
    },
    deleteObject: remove,
    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },
    async copyObject(bucket, key, _version, toBucket, toKey) {
      const { bytes, metadata } = await read(bucket, key);
      const copy = await write(toBucket, toKey, bytes, {
        type: metadata.mimetype,
        cacheControl: metadata.cacheControl,
      });
      return { httpStatusCode: 200, eTag: copy.eTag, lastModified: copy.lastModified };
    },
    async headObject(bucket, key) {
      return (await read(bucket, key)).metadata;
    },
    privateAssetUrl: async (bucket, key) => `file://${contents(bucket, key)}`,
  };
}
