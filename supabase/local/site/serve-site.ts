import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { parseAccept } from 'hono/utils/accept';
import { addressOf, tidyPath, type TidyPath } from '../../../src/core/domain/tidy-path.ts';
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

/** A path without encoding, or as it is where it is encoded wrongly. */
function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

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

  /** The path that people mean by one without a file; undefined for none. */
  async function meant(pathname: string): Promise<TidyPath | undefined> {
    const tidy = tidyPath(pathname);
    return tidy.path !== pathname && (ruleFor(tidy.path) ?? (await readPage(tidy.path)))
      ? tidy
      : undefined;
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
    const pathname = decode(url.pathname);
    const redirect = (status: 301 | 302, location: string, headers = {}) =>
      new Response(null, { status, headers: { location, ...headers } });
    const rule = ruleFor(url.pathname);
    if (rule?.status === 301) return redirect(301, rule.to + url.search);
    const headers = await headersOf(url.pathname);
    const file = HIDDEN.test(pathname) ? undefined : await find(pathname);
    const tidy = file ? undefined : await meant(url.pathname);
    if (tidy) {
      const address = addressOf(tidy, url);
      // The fragment may be a request's key, which no cache may keep.
      return tidy.tail
        ? redirect(302, address, { 'cache-control': 'no-store' })
        : redirect(301, address);
    }
    return file ? answer(request, file, headers) : answerUnknown(request, headers);
  };
}

/** `serveSite` for a Node server. */
export function siteListener(dist: string): RequestListener {
  return getRequestListener(serveSite(dist), { overrideGlobalObjects: false });
}
