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
  type ReadResult,
  type Asked,
} from './http.ts';

/** Holds a request's fault, as JSON. */
export const FAULT_HEADER = 'x-hammer-fault';
/** Holds the name of the request's device. */
export const DEVICE_HEADER = 'x-hammer-device';
/** Marks an answer as a timeout of the device, because there was no answer in time. */
export const TIMED_OUT_HEADER = 'x-hammer-timed-out';

/** A request's fault, and its device. */
export interface Fate {
  fault: Fault;
  device: string;
}

export interface Proxy {
  url: string;
  /** An address where nothing listens. */
  deadUrl: string;
  /** Ids of records that the server confirmed. */
  stored: ReadonlySet<string>;
  /** Delivers a device's abandoned requests to the server; the very late ones only if told. */
  deliverLate(device: string, veryLate: boolean): Promise<void>;
  /** Resolves when no request of a device is on its way to the server. */
  settled(device: string): Promise<void>;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The server's address, or a function that chooses the address for a request. */
  target: string | ((asked: Asked) => string);
  killServer: () => Promise<void>;
  /** Chooses each request's fate; by default its headers do. */
  fateOf?: (asked: Asked) => Fate;
  /** Ends a request that the device waits for in vain; by default an answer says so. */
  outlast?: (response: ServerResponse) => void;
  /** Called for each record that the server has just confirmed. */
  onStored?: (id: string) => void;
}

/** An HTTP proxy with real sockets that applies its fate to each request. */
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

  function forward(device: string, asked: Asked): Promise<ReadResult | null> {
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

/** The record that this answer confirms as stored, now or earlier. */
function storedId(
  { method, path, body }: Asked,
  { status, body: answer }: ReadResult,
): string | null {
  if (method !== 'POST' || !STORING.test(path)) return null;
  const isThere = status === 201 || (status === 409 && /_pkey/.test(answer.toString()));
  return isThere ? (JSON.parse(body.toString()) as { id: string }).id : null;
}
