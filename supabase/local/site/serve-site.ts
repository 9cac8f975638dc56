import path from 'node:path';
import { ruleFor } from './address-rules.ts';
import { createSiteFiles, type SiteFile } from './site-files.ts';
import { securityHeaders } from './security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Found {
  file: SiteFile;
  status: 200 | 404;
}

const notFound = () =>
  new Response('There is no such file.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

async function answer(request: Request, { file, status }: Found, backend: string | null): Promise<Response> {
  const isPage = file.mediaType.startsWith('text/html');
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  const encoded = encoding && (await file.encoded(encoding));
  const etag = `"${file.etag}${encoded ? `-${encoding}` : ''}"`;
  const headers = new Headers({
    'content-type': file.mediaType,
    'cache-control': new URL(request.url).pathname.startsWith('/assets/') ? IMMUTABLE : 'no-cache',
    etag,
    vary: 'accept-encoding',
    ...securityHeaders(isPage ? file.bytes.toString() : null, backend),
    ...(encoded && encoding ? { 'content-encoding': encoding } : {}),
  });
  if (status === 200 && request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const body = encoded ?? file.bytes;
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/**
 * Serves the built site: files as they are, a page for its folder, the portal's shell for all of its addresses, and the
 * not-found page for addresses nobody knows.
 * `backend` is the origin of a Supabase elsewhere, for the page's policy.
 */
export function serveSite(dist: string, backend: string | null): (request: Request) => Promise<Response> {
  const read = createSiteFiles(dist);
  const readPage = (pathname: string) => read(path.join(pathname, 'index.html'));

  async function find(pathname: string): Promise<Found | undefined> {
    const rule = ruleFor(pathname);
    const file = (await read(pathname)) ?? (await readPage(pathname)) ?? (rule && (await readPage(rule.to)));
    if (file !== undefined) return { file, status: 200 };
    if (path.extname(pathname) !== '') return undefined;
    const unknown = await read('404.html');
    return unknown && { file: unknown, status: 404 };
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const url = new URL(request.url);
    const pathname = decode(url.pathname);
    const rule = ruleFor(url.pathname);
    if (rule?.status === 301) return new Response(null, { status: 301, headers: { location: rule.to + url.search } });
    const found = pathname === undefined ? undefined : await find(pathname);
    return found === undefined ? notFound() : answer(request, found, backend);
  };
}
