import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { parseAccept } from 'hono/utils/accept';
import type { Backend } from '../embedded-backend.ts';
import { refuseBusy } from '../gate/refusals.ts';
import { noteCode } from './log.ts';
import { createMemory, type Memory } from './request-body.ts';
import type { DeployedFunction } from './deployed-functions.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../keys.ts';

const API = /^\/(rest|auth|storage|functions)\/v1\//;

/** The requests that may wait for their answer at once, and the bytes of their bodies and answers. */
const MOST = { requests: 128, bytes: 256 * 1024 ** 2 };

/** Whether a request belongs to the API; `url` is its normalised target. */
export const isApi = (url: string | undefined): boolean => API.test(url ?? '');

/**
 * The API as a Node listener: the services of @supabase/lite, and our functions by name. Beyond its
 * bounds it answers 503 with Retry-After.
 */
export function apiListener(
  backend: Backend,
  functions: ReadonlyMap<string, DeployedFunction>,
  most = MOST,
): RequestListener {
  const startMemory = createMemory(most.bytes);
  let unanswered = 0;

  async function answer(request: Request, client: string, memory: Memory): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, name] = /^\/functions\/v1\/(.*)$/.exec(pathname) ?? [];
    if (name === undefined) return backend(request, client, memory);
    return (
      functions.get(name)?.(request) ??
      Response.json({ error: 'There is no such function.' }, { status: 404 })
    );
  }

  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      // Functions don't expose this header, because hosted functions don't send it. Other services'
      // own header replaces this one.
      outgoing.setHeader('access-control-expose-headers', 'x-request-id');
      const { pathname } = new URL(request.url);
      const memory = startMemory();
      unanswered += 1;
      outgoing.once('close', () => {
        unanswered -= 1;
        memory.release();
      });
      if (unanswered > most.requests) {
        noteCode('53300');
        return refuseBusy(pathname);
      }
      const response = await answer(request, incoming.socket.remoteAddress ?? '', memory);
      const bytes = response.body && new Uint8Array(await response.arrayBuffer());
      if (bytes && !memory.take(bytes.byteLength)) {
        noteCode('53200');
        return refuseBusy(pathname);
      }
      return toClient(request, response, bytes);
    },
    { overrideGlobalObjects: false },
  );
}

/** Whether an answer is meant for the holder of a token or password. */
function isPersonal(request: Request): boolean {
  if (new URL(request.url).pathname.startsWith('/auth/v1/')) return true;
  const authorization = request.headers.get('authorization');
  // supabase-js sends the public key as the token when no user is signed in.
  return authorization !== null && authorization !== `Bearer ${LOCAL_PUBLISHABLE_KEY}`;
}

/** Smaller bodies gain nothing. */
const COMPRESSED_FROM_BYTES = 1024;
const zip = promisify(gzip);

const takesGzip = (request: Request): boolean =>
  parseAccept(request.headers.get('accept-encoding') ?? '').some(
    ({ type, q }) => type === 'gzip' && q > 0,
  );

/**
 * The answer as it leaves: JSON is compressed if the client accepts that. No cache may store a
 * personal answer, because computers may be shared.
 */
async function toClient(
  request: Request,
  { status, headers: given }: Response,
  bytes: Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  const headers = new Headers(given);
  if (isPersonal(request)) headers.set('cache-control', 'no-store');
  if (!headers.get('content-type')?.startsWith('application/json'))
    return new Response(bytes, { status, headers });
  headers.append('vary', 'accept-encoding');
  if (!bytes || bytes.byteLength < COMPRESSED_FROM_BYTES || !takesGzip(request))
    return new Response(bytes, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  return new Response(await zip(bytes), { status, headers });
}
