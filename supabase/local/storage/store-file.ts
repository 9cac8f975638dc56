import { keyHeaders } from '../../functions/_shared/project-api.ts';
import type { Backend } from '../embedded-backend.ts';

/** Where files are stored: the running backend, with the key that bypasses row-level security. */
export interface FileTarget {
  backend: Backend;
  secretKey: string;
}

/** Stores a file, or replaces it. Rejects with the backend's reason. */
export async function storeFile(
  { backend, secretKey }: FileTarget,
  { bucket, name, type }: { bucket: string; name: string; type: string },
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const upload = new Request(`http://localhost/storage/v1/object/${bucket}/${name}`, {
    method: 'POST',
    headers: { ...keyHeaders(secretKey), 'content-type': type, 'x-upsert': 'true' },
    body,
  });
  const response = await backend(upload, '127.0.0.1');
  if (!response.ok) throw new Error(`${name} could not be stored: ${await response.text()}`);
}
