import { answerBytes } from '../storage/byte-range.ts';

const SIGN = '/storage/v1/object/sign/';

interface Signed {
  signedURL?: string | null;
  signedUrl?: string | null;
}

const toStoragePath = ({ signedURL, signedUrl, ...rest }: Signed) => ({
  ...rest,
  signedURL: (signedURL ?? signedUrl)?.replace(/^\/storage\/v1/, '') ?? null,
});

/**
 * Fixes @supabase/lite: it names the link `signedUrl` and starts it at /storage/v1; storage-js
 * reads `signedURL`, below that path.
 */
export async function renameSignedUrl(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'POST' || !response.ok || !new URL(request.url).pathname.startsWith(SIGN))
    return response;
  const body = (await response.json()) as Signed | Signed[];
  return Response.json(Array.isArray(body) ? body.map(toStoragePath) : toStoragePath(body), {
    status: response.status,
  });
}

/**
 * Fixes @supabase/lite, where a signed link ignores `?download`, so that browsers open a résumé in
 * the tab, and sends a Cache-Control of its own. Storage sends none and lets the answer expire with
 * the link.
 */
export function honourLink(request: Request, response: Response): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === 'POST' || !response.ok || !pathname.startsWith(SIGN)) return response;
  const headers = new Headers(response.headers);
  headers.delete('cache-control');
  headers.set('expires', expiryOf(searchParams.get('token') ?? '').toUTCString());
  const name = searchParams.get('download');
  if (name === '') headers.set('content-disposition', 'attachment;');
  if (name) {
    const encoded = encodeURIComponent(name);
    headers.set(
      'content-disposition',
      `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
    );
  }
  return new Response(response.body, { status: response.status, headers });
}

function expiryOf(token: string): Date {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return new Date((JSON.parse(payload) as { exp: number }).exp * 1000);
}

/** Fixes @supabase/lite, which ignores a Range, so that an interrupted download starts again. */
export async function honourRange(request: Request, response: Response): Promise<Response> {
  const isStored = new URL(request.url).pathname.startsWith('/storage/v1/object/');
  if (
    request.method !== 'GET' ||
    response.status !== 200 ||
    !isStored ||
    !request.headers.has('range')
  )
    return response;
  return answerBytes(
    request,
    new Headers(response.headers),
    new Uint8Array(await response.arrayBuffer()),
  );
}
