export interface Memory {
  /** Reserves bytes; false if the server has none left. */
  take(bytes: number): boolean;
  /** Releases all bytes of the request. */
  release(): void;
}

/** For the process's own requests. */
export const UNBOUNDED: Memory = { take: () => true, release: () => undefined };

/** Counts the bytes of all bodies that are received and answers that are sent, up to `most`. */
export function createMemory(most: number): () => Memory {
  let used = 0;
  return () => {
    let own = 0;
    return {
      take(bytes) {
        if (used + bytes > most) return false;
        own += bytes;
        used += bytes;
        return true;
      },
      release() {
        used -= own;
        own = 0;
      },
    };
  };
}

/**
 * Reads the whole body, so that a slow sender does not hold the database, and returns the request
 * with the given headers. 'too-long' if the body exceeds `maxBytes`, at once if Content-Length
 * already says so; 'no-memory' if the server has none left.
 */
export async function readWhole(
  request: Request,
  headers: Headers,
  maxBytes: number,
  memory: Memory,
): Promise<Request | 'too-long' | 'no-memory'> {
  const { url, method } = request;
  if (Number(headers.get('content-length')) > maxBytes) return 'too-long';
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too-long';
    if (!memory.take(chunk.byteLength)) return 'no-memory';
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}
