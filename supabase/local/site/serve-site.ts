import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { addressOf, tidyPath } from '../../../src/core/domain/tidy-path.ts';
import { headersAt, parseHeaderRules, ruleFor } from './host-rules.ts';

/** Files that static hosts read but never serve, and the build's own files. */
const HIDDEN = /^\/(\.|_headers$|_redirects$)/;

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const compressBrotli = promisify(brotliCompress);

/** Compresses files as static hosts do, each once: hono's own `compress` knows gzip alone. */
function brotli(): MiddlewareHandler {
  const compressed = new Map<string, Promise<Buffer>>();
  return async (c, next) => {
    await next();
    const { status, headers } = c.res;
    const tag = headers.get('etag');
    const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('content-type') ?? '');
    const isWanted = /\bbr\b/.test(c.req.header('accept-encoding') ?? '');
    if (c.req.method !== 'GET' || status !== 200 || tag === null || !isText || !isWanted) return;
    const bytes = new Uint8Array(await c.res.arrayBuffer());
    const known = compressed.get(tag) ?? compressBrotli(bytes);
    compressed.set(tag, known);
    const body = new Response(new Uint8Array(await known), { headers });
    body.headers.set('content-encoding', 'br');
    body.headers.delete('content-length');
    body.headers.append('vary', 'Accept-Encoding');
    c.res = undefined;
    c.res = body;
  };
}

/**
 * Serves the built site as a static host does, with the headers of its `_headers`: files, a
 * folder's page, the portal's shell for all its addresses, and the not-found page for unknown
 * addresses.
 */
export function serveSite(dist: string): (request: Request) => Response | Promise<Response> {
  const pageOf = (pathname: string) => path.join(dist, pathname, 'index.html');

  const withHeaders: MiddlewareHandler = async (c, next) => {
    const rules = parseHeaderRules(readText(path.join(dist, '_headers')));
    const headers = { 'cache-control': 'no-cache', ...headersAt(rules, c.req.path) };
    for (const [name, value] of Object.entries(headers))
      // Belongs to the server that terminates TLS.
      if (name.toLowerCase() !== 'strict-transport-security') c.header(name, value);
    return next();
  };

  /** Redirects an address without a file to the one that people mean by it. */
  const redirectTidy: MiddlewareHandler = async (c, next) => {
    const url = new URL(c.req.url);
    const tidy = tidyPath(url.pathname);
    const isKnown = ruleFor(tidy.path) !== undefined || existsSync(pageOf(tidy.path));
    if (tidy.path === url.pathname || !isKnown) return next();
    const address = addressOf(tidy, url);
    if (!tidy.tail) return c.redirect(address, 301);
    // The fragment may be a request's key, which no cache may keep.
    c.header('cache-control', 'no-store');
    return c.redirect(address, 302);
  };

  const app = new Hono()
    .use(compress(), brotli(), etag())
    .on(['POST', 'PUT', 'PATCH', 'DELETE'], '*', (c) => c.body(null, 405, { allow: 'GET, HEAD' }))
    .use(async (c, next) => {
      const rule = ruleFor(c.req.path);
      return rule?.status === 301 ? c.redirect(rule.to + new URL(c.req.url).search, 301) : next();
    })
    .use(withHeaders)
    .use(async (c, next) =>
      HIDDEN.test(c.req.path)
        ? next()
        : serveStatic({ rewriteRequestPath: (file) => path.join(dist, file) })(c, next),
    )
    .use(async (c, next) => {
      const rule = ruleFor(c.req.path);
      return rule ? serveStatic({ path: pageOf(rule.to) })(c, next) : next();
    })
    .use(redirectTidy)
    .notFound((c) => {
      c.header('cache-control', 'no-cache');
      const page = readText(path.join(dist, '404.html'));
      return page ? c.html(page, 404) : c.text('There is no such file.', 404);
    });
  return (request) => app.fetch(request);
}

/** `serveSite` for a Node server. */
export function siteListener(dist: string): RequestListener {
  return getRequestListener(serveSite(dist), { overrideGlobalObjects: false });
}
