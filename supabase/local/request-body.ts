const KB = 1024;
const MB = 1024 * KB;

/** What all senders together, and one of them, may have in memory of files that are being received or served. */
const AT_HAND = { everybody: 192 * MB, sender: 64 * MB };

/** Of one request: takes room for so many bytes more, or says that there is none. All of it is given back at its end. */
export interface Room {
  take: (bytes: number) => boolean;
  giveBack: () => void;
}

/** Counts what is at hand of files, so that senders who never finish can't take all memory. */
export function createMemoryRoom(): (sender: string) => Room {
  const bySender = new Map<string, number>();
  let all = 0;
  return (sender) => {
    let own = 0;
    const add = (bytes: number) => {
      own += bytes;
      all += bytes;
      const ofSender = (bySender.get(sender) ?? 0) + bytes;
      if (ofSender > 0) bySender.set(sender, ofSender);
      else bySender.delete(sender);
    };
    return {
      take(bytes) {
        if (all + bytes > AT_HAND.everybody || (bySender.get(sender) ?? 0) + bytes > AT_HAND.sender)
          return false;
        add(bytes);
        return true;
      },
      giveBack: () => add(-own),
    };
  };
}

/**
 * The request with its body wholly read, so that a slow sender holds up nobody else, and with the headers given instead of
 * its own, Content-Length as it is. 'too-long' when the body is longer than `maxBytes`: at once when Content-Length says so, else as soon
 * as it proves to be. 'no-room' when there is none for the next of it.
 */
export async function readWhole(
  request: Request,
  headers: Headers,
  maxBytes: number,
  room: Room | null,
): Promise<Request | 'too-long' | 'no-room'> {
  const { url, method } = request;
  if (Number(headers.get('content-length')) > maxBytes) return 'too-long';
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too-long';
    if (room && !room.take(chunk.byteLength)) return 'no-room';
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

/** Whether the body of a request counts in memory: a file does, and what is about the size of one. */
export const isLarge = (pathname: string): boolean => pathname.startsWith('/storage/v1/');

const TEXT = 'The request is longer than allowed here.';

/** 413 in the words of the service that was asked. What is left of the body is not read, so the connection ends with it. */
export function refuseBody(pathname: string): Response {
  const [, service] = pathname.split('/');
  const words: Record<string, object> = {
    rest: { code: '54000', message: TEXT, details: null, hint: null },
    auth: { code: 413, error_code: 'request_too_large', msg: TEXT },
    storage: {
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    },
  };
  return Response.json(words[service ?? ''] ?? { error: TEXT }, {
    status: 413,
    headers: { connection: 'close' },
  });
}

/** 503 in Storage's words, which devices take for "later". What is left of the body is not read, so the connection ends with it. */
export const refuseForNow = (): Response =>
  Response.json(
    {
      statusCode: '503',
      error: 'SlowDown',
      message: 'Too many files are being received. Please try again later.',
    },
    { status: 503, headers: { connection: 'close', 'retry-after': '5' } },
  );
