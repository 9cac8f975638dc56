/**
 * Stock behaviour mended: storage-js sends a Blob as multipart form data under an empty field name, which @supabase/lite
 * overlooks. The file goes on as a raw body, with the headers that the form's fields stand for. Undefined when the body is no form with a file.
 */
export async function unwrapMultipartUpload(request: Request): Promise<Request | undefined> {
  if (!new URL(request.url).pathname.startsWith('/storage/v1/object/')) return request;
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  if (form === undefined) return undefined;
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (file === undefined) return undefined;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  const cacheControl = form.get('cacheControl');
  if (typeof cacheControl === 'string' && /^\d+$/.test(cacheControl))
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
