import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import type { Backend } from '../embedded-backend.ts';
import { refuseBusy } from '../gate/refusals.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../keys.ts';
import { noteCode } from './log.ts';
import type { DeployedFunction } from './deployed-functions.ts';

/** The requests that may wait for their answer at once. */
const MOST_UNANSWERED = 128;

/** Response headers that a page of another origin reads, or that help to trace a fault. */
const EXPOSED = ['content-range', 'retry-after', 'x-request-id', 'x-sb-error-code'];

/** Whether a request belongs to the API. */
export const isApi = (url: string | undefined): boolean =>
  /^\/(rest|auth|storage|functions)\/v1\//.test(url ?? '');

/** Answers 503 while too many requests wait; clients send again later. */
function refuseOverload(most: number): MiddlewareHandler {
  let unanswered = 0;
  return async (c, next) => {
    if (unanswered >= most) {
      noteCode('53300');
      return refuseBusy(c.req.path);
    }
    unanswered += 1;
    return next().finally(() => (unanswered -= 1));
  };
}

/** No cache may store an answer for the holder of a token, because computers may be shared. */
const keepPersonal: MiddlewareHandler = async (c, next) => {
  await next();
  const authorization = c.req.header('authorization');
  // supabase-js sends the public key as the token when no user is signed in.
  const hasToken =
    authorization !== undefined && authorization !== `Bearer ${LOCAL_PUBLISHABLE_KEY}`;
  if (hasToken || c.req.path.startsWith('/auth/v1/')) c.header('cache-control', 'no-store');
};

/** The API as a Node listener: the services of @supabase/lite, and our functions by name. */
export function apiListener(
  backend: Backend,
  functions: ReadonlyMap<string, DeployedFunction>,
  most = MOST_UNANSWERED,
): RequestListener {
  const services = cors({ origin: '*', exposeHeaders: EXPOSED, maxAge: 3600 });
  const app = new Hono<{ Bindings: HttpBindings }>()
    // Hosted functions send their own headers for other origins.
    .use((c, next) => (c.req.path.startsWith('/functions/') ? next() : services(c, next)))
    .use(refuseOverload(most), compress(), keepPersonal)
    .use('/functions/*', async (c, next) => {
      await next();
      c.header('access-control-expose-headers', 'x-request-id');
    })
    .all(
      '/functions/v1/:name',
      (c) =>
        functions.get(c.req.param('name'))?.(c.req.raw) ??
        c.json({ error: 'There is no such function.' }, 404),
    )
    .all('*', (c) => backend(c.req.raw, c.env.incoming.socket.remoteAddress ?? ''));
  app.onError((error, c) => {
    console.error('The request failed.', error);
    return c.json({ message: 'The server failed.' }, 500);
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
