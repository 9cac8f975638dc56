import { Agent, createServer, type ServerResponse } from 'node:http';
import { apply, type Way } from './apply.ts';
import type { Fault } from './faults.ts';
import {
  ask,
  give,
  listen,
  readAsked,
  reset,
  unusedUrl,
  type Answered,
  type Asked,
} from './http.ts';

/** Names the fault of a request, as JSON. */
export const FAULT_HEADER = 'x-hammer-fault';
/** Names the device that a request is from. */
export const DEVICE_HEADER = 'x-hammer-device';
/** An answer with this header stands for none at all: the device's patience ended first. */
export const TIMED_OUT_HEADER = 'x-hammer-timed-out';

/** What becomes of a request, and whose it is. */
export interface Fate {
  fault: Fault;
  device: string;
}

export interface Proxy {
  url: string;
  /** An address where nobody listens. */
  deadUrl: string;
  /** Ids of records that the server itself has called stored. */
  stored: ReadonlySet<string>;
  /** Lets the requests that a device has given up on reach the server after all; the very late ones only when told. */
  deliverLate(device: string, veryLate: boolean): Promise<void>;
  /** Resolves when nothing of a device is on its way to the server. */
  settled(device: string): Promise<void>;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The server's address; or that of whoever is to answer this request. */
  target: string | ((asked: Asked) => string);
  killServer: () => Promise<void>;
  /** What becomes of each request; without it, what its headers say. */
  fateOf?: (asked: Asked) => Fate;
  /** What a device gets that is to wait in vain; without it, an answer that says so. */
  outlast?: (response: ServerResponse) => void;
  /** Hears of a record that the server has just called stored. */
  onStored?: (id: string) => void;
}

/** An HTTP proxy that lets happen to each request what is to happen to it, with real sockets. */
export async function startProxy({
  target,
  killServer,
  fateOf = fateInHeaders,
  outlast = sayTimedOut,
  onStored = () => undefined,
}: ProxyOptions): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const held: { device: string; veryLate: boolean; asked: Asked }[] = [];
  const underWay = new Map<string, Set<Promise<unknown>>>();
  const stored = new Set<string>();
  const deadUrl = await unusedUrl();

  function forward(device: string, asked: Asked): Promise<Answered | null> {
    const answered = ask(typeof target === 'string' ? target : target(asked), agent, asked).catch(
      () => null,
    );
    const ofDevice = underWay.get(device) ?? new Set();
    underWay.set(device, ofDevice.add(answered));
    void answered.then((answer) => {
      ofDevice.delete(answered);
      const id = answer && storedId(asked, answer);
      if (!id || stored.has(id)) return;
      stored.add(id);
      onStored(id);
    });
    return answered;
  }

  const wayOf = (device: string, asked: Asked): Way => ({
    pass: () => forward(device, asked),
    hold: (veryLate) => held.push({ device, veryLate, asked }),
    killServer,
    outlast,
  });

  const server = createServer((request, response) => {
    void readAsked(request)
      .then((asked) => {
        const { fault, device } = fateOf(asked);
        return apply(fault, wayOf(device, asked), response);
      })
      .catch(() => reset(response));
  });
  const { port } = await listen(server);

  const settled = async (device: string) => {
    while (underWay.get(device)?.size) await Promise.all(underWay.get(device) ?? []);
    underWay.delete(device);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    deadUrl,
    stored,
    settled,
    async deliverLate(device, veryLate) {
      const due = held.filter(
        (request) => request.device === device && (veryLate || !request.veryLate),
      );
      for (const request of due) {
        held.splice(held.indexOf(request), 1);
        void forward(device, request.asked);
      }
      await settled(device);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

function fateInHeaders({ headers }: Asked): Fate {
  return {
    fault: JSON.parse(String(headers[FAULT_HEADER])) as Fault,
    device: String(headers[DEVICE_HEADER]),
  };
}

const sayTimedOut = (response: ServerResponse): void =>
  give(response, { status: 504, headers: { [TIMED_OUT_HEADER]: 'yes' }, body: Buffer.alloc(0) });

const STORING =
  /^\/rest\/v1\/(bookings|contact_messages|job_applications|careers|gallery_images|testimonials)/;

/** The record that this answer calls stored: now, or already. */
function storedId(
  { method, path, body }: Asked,
  { status, body: answer }: Answered,
): string | null {
  if (method !== 'POST' || !STORING.test(path)) return null;
  const isThere = status === 201 || (status === 409 && /_pkey/.test(answer.toString()));
  return isThere ? (JSON.parse(body.toString()) as { id: string }).id : null;
}
