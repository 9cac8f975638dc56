import type { ProjectAccess } from './environment.ts';

interface ProjectOptions extends ProjectAccess {
  fetch: typeof fetch;
}

/**
 * The project's API, with the key that bypasses row-level security. A call rejects when it fails or
 * is refused.
 */
export interface ProjectApi {
  /** Calls a database function and returns its result. */
  call(name: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Deletes stored files with their contents, and returns the names of the deleted ones. */
  removeFiles(bucket: string, names: string[]): Promise<string[]>;
  /** The contents of a stored file; null if there is none of that name. */
  readFile(bucket: string, name: string): Promise<Uint8Array | null>;
}

/**
 * Named keys go into `apikey` alone, because they are no JWT. An old key is one, and names its role
 * in `authorization`.
 */
export const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };

export function createProjectApi({ url, secretKey, fetch }: ProjectOptions): ProjectApi {
  const headers = { ...keyHeaders(secretKey), 'content-type': 'application/json' };

  /** Storage answers 400 for a missing file; its body has the code. */
  async function isMissing(response: Response): Promise<boolean> {
    const { statusCode } = (await response.json().catch(() => ({}))) as { statusCode?: string };
    return response.status === 404 || statusCode === '404';
  }

  async function ask(method: 'POST' | 'DELETE', path: string, body: unknown): Promise<Response> {
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}.`);
    return response;
  }

  return {
    call: async (name, parameters = {}) => {
      const response = await ask('POST', `/rest/v1/rpc/${name}`, parameters);
      return response.status === 204 ? null : response.json();
    },
    removeFiles: async (bucket, names) => {
      const removed = (await (
        await ask('DELETE', `/storage/v1/object/${bucket}`, { prefixes: names })
      ).json()) as { name: string }[];
      return removed.map(({ name }) => name);
    },
    readFile: async (bucket, name) => {
      const path = `/storage/v1/object/${bucket}/${name}`;
      const response = await fetch(`${url}${path}`, { headers });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      if (await isMissing(response)) return null;
      throw new Error(`GET ${path} was answered ${response.status}.`);
    },
  };
}
