/**
 * The request with its body wholly read, so that a slow sender holds up nobody else; undefined when the body is longer
 * than `maxBytes`.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Request | undefined> {
  if (request.body === null) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) });
}
