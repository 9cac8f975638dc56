const KB = 1024;
const MB = 1024 * KB;

/** Memory limits in bytes, for all senders together and for one. */
interface Bound {
  everybody: number;
  sender: number;
}

/** Files and other requests have separate limits, so that uploads never starve forms. */
const FILES: Bound = { everybody: 192 * MB, sender: 64 * MB };
const ROWS: Bound = { everybody: 96 * MB, sender: 24 * MB };

/**
 * One request's share of memory. `take` reserves bytes and returns false if none are left;
 * `giveBack` releases all of them.
 */
export interface Room {
  take: (bytes: number) => boolean;
  giveBack: () => void;
}

/** The process's own requests are unlimited. */
export const UNBOUNDED: Room = { take: () => true, giveBack: () => undefined };

function createPool({ everybody, sender: ofOne }: Bound): (site: string) => Room {
  const bySite = new Map<string, number>();
  let all = 0;
  return (site) => {
    let own = 0;
    const add = (bytes: number) => {
      own += bytes;
      all += bytes;
      const ofSite = (bySite.get(site) ?? 0) + bytes;
      if (ofSite > 0) bySite.set(site, ofSite);
      else bySite.delete(site);
    };
    return {
      take(bytes) {
        if (all + bytes > everybody || (bySite.get(site) ?? 0) + bytes > ofOne) return false;
        add(bytes);
        return true;
      },
      giveBack: () => add(-own),
    };
  };
}

/**
 * Counts the bytes of bodies being received and answers being sent, so that slow senders and
 * readers cannot exhaust memory. An IPv6 /48 counts as one sender.
 */
export function createMemoryRoom(): (pathname: string, site: string) => Room {
  const [files, rows] = [createPool(FILES), createPool(ROWS)];
  return (pathname, site) => (pathname.startsWith('/storage/v1/') ? files : rows)(site);
}

/**
 * Reads the whole body, so that a slow sender blocks nobody else, and returns the request with the
 * given headers. 'too-long' if the body exceeds `maxBytes`, at once if Content-Length already says
 * so. 'no-room' if the sender's memory limit is reached.
 */
export async function readWhole(
  request: Request,
  headers: Headers,
  maxBytes: number,
  room: Room,
): Promise<Request | 'too-long' | 'no-room'> {
  const { url, method } = request;
  if (Number(headers.get('content-length')) > maxBytes) return 'too-long';
  if (request.body === null) return new Request(url, { method, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too-long';
    if (!room.take(chunk.byteLength)) return 'no-room';
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}
