/**
 * The request with its body wholly read, so that a slow sender holds up nobody else, and with the headers given instead of
 * its own. Undefined when the body is longer than `maxBytes`.
 */
export async function readWhole(request: Request, headers: Headers, maxBytes: number): Promise<Request | undefined> {
  const { url, method } = request;
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}
