import { answerBytes } from '../byte-range.ts';
import type { DatabaseError } from './request-context.ts';

const SIGN = '/storage/v1/object/sign/';

interface Signed {
  signedURL?: string | null;
  signedUrl?: string | null;
}

const toStoragePath = ({ signedURL, signedUrl, ...rest }: Signed) => ({
  ...rest,
  signedURL: (signedURL ?? signedUrl)?.replace(/^\/storage\/v1/, '') ?? null,
});

/** Stock behaviour mended: the link is named `signedUrl` and starts at /storage/v1; storage-js reads `signedURL` below it. */
export async function renameSignedUrl(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'POST' || !response.ok || !new URL(request.url).pathname.startsWith(SIGN))
    return response;
  const body = (await response.json()) as Signed | Signed[];
  return Response.json(Array.isArray(body) ? body.map(toStoragePath) : toStoragePath(body), {
    status: response.status,
  });
}

/** Stock behaviour mended: `?download` and `?download=<name>` are ignored, so that browsers open a résumé in the tab. */
export function honourDownload(request: Request, response: Response): Response {
  const { pathname, searchParams } = new URL(request.url);
  const name = searchParams.get('download');
  if (name === null || !response.ok || !pathname.startsWith('/storage/v1/object/')) return response;
  const headers = new Headers(response.headers);
  const encoded = encodeURIComponent(name);
  headers.set(
    'content-disposition',
    name ? `attachment; filename="${encoded}"; filename*=UTF-8''${encoded}` : 'attachment',
  );
  return new Response(response.body, { status: response.status, headers });
}

/** Stock behaviour mended: a tampered or expired signature is answered 500, as no failure of the database is. */
export function refuseBadSignature(
  request: Request,
  response: Response,
  error: DatabaseError | undefined,
): Response {
  const isSigned = /^\/storage\/v1\/object\/(upload\/)?sign\//.test(new URL(request.url).pathname);
  if (response.status !== 500 || !isSigned || error !== undefined) return response;
  return Response.json(
    { statusCode: '400', error: 'InvalidJWT', message: 'signature verification failed' },
    { status: 400 },
  );
}

/** Stock behaviour mended: a Range is ignored, so that a download which broke off begins anew. */
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
