const KB = 1024;
const MB = 1024 * KB;

/** What all senders together, and one of them, may have in memory. */
interface Bound {
  everybody: number;
  sender: number;
}

/** Files on the one hand and everything else on the other, so that senders of files take no memory from forms. */
const FILES: Bound = { everybody: 192 * MB, sender: 64 * MB };
const ROWS: Bound = { everybody: 96 * MB, sender: 24 * MB };

/** Of one request: takes room for so many bytes more, or says that there is none. All of it is given back at its end. */
export interface Room {
  take: (bytes: number) => boolean;
  giveBack: () => void;
}

/** For the process's own requests. */
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
 * Counts the bytes of bodies that are being received and of answers that are being sent, so that senders who never finish and readers who
 * never read can't take all memory. An IPv6 /48 counts as one sender.
 */
export function createMemoryRoom(): (pathname: string, site: string) => Room {
  const [files, rows] = [createPool(FILES), createPool(ROWS)];
  return (pathname, site) => (pathname.startsWith('/storage/v1/') ? files : rows)(site);
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
