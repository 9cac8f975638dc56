import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Backend } from '../embedded-backend.ts';
import { createProxyNotice } from './client-address.ts';
import { refuseForNow } from '../gate/refusals.ts';
import { noteCode } from './log.ts';
import { createMemoryRoom, type Room } from './request-body.ts';
import { currentSender } from './sender.ts';
import type { DeployedFunction } from './deployed-functions.ts';
import type { Env } from '../settings.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../keys.ts';

const API = /^\/(rest|auth|storage|functions)\/v1\//;

/** Whether a request belongs to the API; `url` is its normalised target. */
export const isApi = (url: string | undefined): boolean => API.test(url ?? '');

/** The API as a Node listener: the services of @supabase/lite, and our functions by name. */
export function apiListener(
  env: Env,
  backend: Backend,
  functions: ReadonlyMap<string, DeployedFunction>,
): RequestListener {
  const noticeProxy = createProxyNotice(env, console.warn);

  const roomOf = createMemoryRoom();

  async function answer(request: Request, socketAddress: string, room: Room): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, name] = /^\/functions\/v1\/(.*)$/.exec(pathname) ?? [];
    if (name !== undefined)
      return (
        functions.get(name)?.(request) ??
        Response.json({ error: 'There is no such function.' }, { status: 404 })
      );
    const forwardedFor = request.headers.get('x-forwarded-for');
    noticeProxy(forwardedFor, socketAddress);
    return backend(request, currentSender()?.address ?? socketAddress, room);
  }

  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      // Functions don't expose this header, because hosted functions don't send it. Other services'
      // own header replaces this one.
      outgoing.setHeader('access-control-expose-headers', 'x-request-id');
      const { pathname } = new URL(request.url);
      const room = roomOf(pathname, currentSender()?.site ?? '');
      outgoing.once('close', room.giveBack);
      const response = await answer(request, incoming.socket.remoteAddress ?? '', room);
      const bytes = response.body && new Uint8Array(await response.arrayBuffer());
      if (bytes && !room.take(bytes.byteLength)) {
        noteCode('53200');
        return refuseForNow(pathname);
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
