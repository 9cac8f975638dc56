import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
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
      return keepPersonalOutOfCaches(request, new Response(bytes, response));
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

/** Forbids caches to store personal answers, because computers may be shared. */
function keepPersonalOutOfCaches(request: Request, response: Response): Response {
  if (!isPersonal(request)) return response;
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-store');
  return new Response(response.body, { status: response.status, headers });
}
