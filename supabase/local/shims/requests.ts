/**
 * Fixes @supabase/lite, which ignores the multipart form with an empty field name that storage-js
 * makes of a Blob. The file goes on as a raw body, with headers in place of the form's fields.
 * Undefined when the body is no form with a file.
 */
export async function unwrapMultipartUpload(request: Request): Promise<Request | undefined> {
  if (!new URL(request.url).pathname.startsWith('/storage/v1/object/')) return request;
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
  const form = await request.formData().catch(() => undefined);
  const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string');
  if (file === undefined) return undefined;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  const cacheControl = form?.get('cacheControl');
  if (typeof cacheControl === 'string' && /^\d{1,9}$/.test(cacheControl))
    headers.set('cache-control', `max-age=${cacheControl}`);
  return new Request(request.url, {
    method: request.method,
    headers,
    body: await file.arrayBuffer(),
  });
}

export const refuseForm = (): Response =>
  Response.json(
    { statusCode: '400', error: 'InvalidRequest', message: 'The form data cannot be read.' },
    { status: 400 },
  );
