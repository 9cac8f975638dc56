import { decode } from 'hono/jwt';

const SIGN = '/storage/v1/object/sign/';

/**
 * Fixes @supabase/lite: it names the link `signedUrl` and starts it at /storage/v1; storage-js
 * reads `signedURL`, below that path.
 */
export async function renameSignedUrl(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'POST' || !response.ok || !new URL(request.url).pathname.startsWith(SIGN))
    return response;
  const { signedUrl } = (await response.json()) as { signedUrl: string };
  return Response.json({ signedURL: signedUrl.replace(/^\/storage\/v1/, '') });
}

const refuseLink = (code: string, message: string) =>
  Response.json({ statusCode: '400', error: code, code, message }, { status: 400 });

/**
 * Fixes @supabase/lite, which answers 500 for a link that is forged or has expired, and 403 for one of
 * another file; where a link ignores `?download`, so that browsers open a résumé in the tab; and which
 * sends a Cache-Control of its own. Storage sends none and lets the answer expire with the link.
 */
export function honourLink(request: Request, response: Response): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === 'POST' || !pathname.startsWith(SIGN)) return response;
  if (response.status === 500)
    return refuseLink('InvalidJWT', '"exp" claim timestamp check failed');
  if (response.status === 403) return refuseLink('InvalidSignature', 'Invalid signature');
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  headers.delete('cache-control');
  const { exp = 0 } = decode(searchParams.get('token') ?? '').payload;
  headers.set('expires', new Date(exp * 1000).toUTCString());
  const name = searchParams.get('download');
  if (name !== null) {
    const encoded = encodeURIComponent(name);
    headers.set(
      'content-disposition',
      name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
    );
  }
  return new Response(response.body, { status: response.status, headers });
}
