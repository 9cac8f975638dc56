import { readForm } from '../server/multipart.ts';

/**
 * Fixes @supabase/lite, which ignores the multipart form with an empty field name that storage-js
 * makes of a Blob. The file goes on as a raw body, with headers in place of the form's fields.
 * Undefined when the body is no form with a file.
 */
export async function unwrapMultipartUpload(request: Request): Promise<Request | undefined> {
  if (!new URL(request.url).pathname.startsWith('/storage/v1/object/')) return request;
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return request;
  const form = readForm(type, Buffer.from(await request.arrayBuffer()));
  const file = form?.find(({ isFile }) => isFile);
  if (file === undefined) return undefined;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.bytes.byteLength));
  const cacheControl = form?.find(({ name }) => name === 'cacheControl')?.bytes.toString() ?? '';
  if (/^\d{1,9}$/.test(cacheControl)) headers.set('cache-control', `max-age=${cacheControl}`);
  return new Request(request.url, { method: request.method, headers, body: file.bytes });
}

export const refuseForm = (): Response =>
  Response.json(
    { statusCode: '400', error: 'InvalidRequest', message: 'The form data cannot be read.' },
    { status: 400 },
  );
