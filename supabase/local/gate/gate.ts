import { callerOf, isAtLeast, type Keys } from './caller.ts';
import { refuseKey, refuseLongBody, refuseRole, refuseToken, refuseUnlisted } from './refusals.ts';
import { findListed } from './requests.ts';

/** Admits a listed request and returns it with its body read whole, or returns its refusal. */
export type Gate = (request: Request) => Promise<Request | Response>;

/**
 * Reads the whole body, so that a slow sender does not hold the database. Undefined if it is longer
 * than `most` bytes, at once if Content-Length says so.
 */
async function readWhole(request: Request, most: number): Promise<Request | undefined> {
  const { url, method, headers } = request;
  if (Number(headers.get('content-length')) > most) return undefined;
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Creates the gate in front of the services, which refuses every request that is not listed. */
export const createGate =
  (keys: Keys): Gate =>
  async (request) => {
    const path = decode(new URL(request.url).pathname);
    const listed = findListed(request.method, path);
    const { role, fault } = await callerOf(request.headers, keys);
    if (listed?.from !== 'anyone' && role === 'anyone') return refuseKey();
    if (listed === undefined) return refuseUnlisted(path);
    const isForSession = path.startsWith('/auth/') && listed.from === 'visitor';
    if (fault !== undefined && listed.from !== 'anyone' && !isForSession)
      return refuseToken(path, fault);
    if (!isAtLeast(role, listed.from)) return refuseRole(path, role === 'user');
    return (await readWhole(request, listed.bytes)) ?? refuseLongBody(path);
  };
