/**
 * The request with its body wholly read, so that a slow sender holds up nobody else, and with the headers given instead of
 * its own, Content-Length as it is. Undefined when the body is longer than `maxBytes`: at once when Content-Length says so, else as soon
 * as it proves to be.
 */
export async function readWhole(request: Request, headers: Headers, maxBytes: number): Promise<Request | undefined> {
  const { url, method } = request;
  if (Number(headers.get('content-length')) > maxBytes) return undefined;
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  headers.set('content-length', String(size));
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

const KB = 1024;

const ROWS_BYTES = 64 * KB;
const FUNCTION_BYTES = 16 * KB;
const AUTH_BYTES = 16 * KB;
const OTHER_BYTES = 1024 * KB;
/** What multipart form data may add to a file. */
const WRAPPING_BYTES = 16 * KB;

/** The bucket that a request puts a file into, if it is such a request. */
function bucketOf(method: string, pathname: string): string | undefined {
  if (method !== 'POST' && method !== 'PUT') return undefined;
  const [, bucket] = /^\/storage\/v1\/object\/([^/]+)\/./.exec(pathname) ?? [];
  return bucket;
}

/** How many bytes the body of a request may have; `buckets` says how large a file each of them takes. */
export function bodyLimit(method: string, pathname: string, buckets: ReadonlyMap<string, number>): number {
  if (pathname.startsWith('/rest/v1/')) return ROWS_BYTES;
  if (pathname.startsWith('/functions/v1/')) return FUNCTION_BYTES;
  if (pathname.startsWith('/auth/v1/')) return AUTH_BYTES;
  const fileBytes = buckets.get(bucketOf(method, pathname) ?? '');
  return fileBytes === undefined ? OTHER_BYTES : fileBytes + WRAPPING_BYTES;
}

const TEXT = 'The request is longer than allowed here.';

/** 413 in the words of the service that was asked. What is left of the body is not read, so the connection ends with it. */
export function refuseBody(pathname: string): Response {
  const [, service] = pathname.split('/');
  const words: Record<string, object> = {
    rest: { code: '54000', message: TEXT, details: null, hint: null },
    auth: { code: 413, error_code: 'request_too_large', msg: TEXT },
    storage: { statusCode: '413', error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
  };
  return Response.json(words[service ?? ''] ?? { error: TEXT }, { status: 413, headers: { connection: 'close' } });
}
