import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { parseAccept } from 'hono/utils/accept';
import { tidyPath } from '../../../src/core/domain/tidy-path.ts';
import { answerBytes } from '../storage/byte-range.ts';
import { headersAt, parseHeaderRules, ruleFor, type HeaderRule } from './host-rules.ts';
import { createSiteFiles, type SiteFile } from './site-files.ts';

/** Files that static hosts read but never serve, and the build's own files. */
const HIDDEN = /^\/(\.|_headers$|_redirects$)/;

/** The smallest of our encodings that the client accepts; `;q=0` refuses one. */
function encodingFor(request: Request): 'br' | 'gzip' | undefined {
  const taken = parseAccept(request.headers.get('accept-encoding') ?? '').filter(({ q }) => q > 0);
  return (['br', 'gzip'] as const).find((encoding) => taken.some(({ type }) => type === encoding));
}

/** Whether an If-None-Match names the ETag, which proxies may have marked as weak. */
const isAmong = (etag: string, header: string | null): boolean =>
  (header ?? '').split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim()));

async function answer(request: Request, file: SiteFile, headers: Headers): Promise<Response> {
  // A range counts the bytes of the uncompressed file.
  const encoding = request.headers.has('range') ? undefined : encodingFor(request);
  const encoded = encoding && (await file.encoded(encoding));
  const etag = `"${file.etag}${encoded ? `-${encoding}` : ''}"`;
  headers.set('content-type', file.mediaType);
  headers.set('etag', etag);
  headers.set('vary', 'accept-encoding');
  if (encoded && encoding) headers.set('content-encoding', encoding);
  if (isAmong(etag, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers });
  return answerBytes(request, headers, encoded ?? file.bytes);
}

/**
 * Serves the built site as a static host does, with the headers of its `_headers`: files, a
 * folder's page, the portal's shell for all its addresses, and the not-found page for unknown
 * addresses. Targets have the spelling of `normalTarget`.
 */
export function serveSite(dist: string): (request: Request) => Promise<Response> {
  const read = createSiteFiles(dist);
  const readPage = (pathname: string) => read(path.join(pathname, 'index.html'));

  async function find(pathname: string): Promise<SiteFile | undefined> {
    const rule = ruleFor(pathname);
    return (await read(pathname)) ?? (await readPage(pathname)) ?? (rule && readPage(rule.to));
  }

  /** Parsed once until the file changes. */
  const parsed = new WeakMap<SiteFile, HeaderRule[]>();

  async function readRules(): Promise<HeaderRule[]> {
    const file = await read('_headers');
    if (!file) return [];
    const rules = parsed.get(file) ?? parseHeaderRules(file.bytes.toString());
    parsed.set(file, rules);
    return rules;
  }

  async function headersOf(pathname: string): Promise<Headers> {
    const headers = new Headers({
      'cache-control': 'no-cache',
      ...headersAt(await readRules(), pathname),
    });
    // Belongs to the server that terminates TLS.
    headers.delete('strict-transport-security');
    return headers;
  }

  /** The address that people mean by one without a file; undefined for none. */
  async function meant(pathname: string): Promise<string | undefined> {
    const path = tidyPath(pathname);
    return path !== pathname && (ruleFor(path) ?? (await readPage(path))) ? path : undefined;
  }

  async function answerUnknown(request: Request, headers: Headers): Promise<Response> {
    const page = await read('404.html');
    headers.set('cache-control', 'no-cache');
    headers.set('content-type', page?.mediaType ?? 'text/plain; charset=utf-8');
    const body = page?.bytes ?? 'There is no such file.';
    return new Response(request.method === 'HEAD' ? null : body, { status: 404, headers });
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const url = new URL(request.url);
    const pathname = decodeURIComponent(url.pathname);
    const redirect = (to: string) =>
      new Response(null, { status: 301, headers: { location: to + url.search } });
    const rule = ruleFor(url.pathname);
    if (rule?.status === 301) return redirect(rule.to);
    const headers = await headersOf(url.pathname);
    const file = HIDDEN.test(pathname) ? undefined : await find(pathname);
    const path = file ? undefined : await meant(url.pathname);
    if (path !== undefined) return redirect(path);
    return file ? answer(request, file, headers) : answerUnknown(request, headers);
  };
}

/** `serveSite` for a Node server. */
export function siteListener(dist: string): RequestListener {
  return getRequestListener(serveSite(dist), { overrideGlobalObjects: false });
}
