import { drawFault, type Fault } from '../faults.ts';
import type { Asked } from '../http.ts';
import { startProxy, type Proxy } from '../proxy.ts';
import { chance, randomOf } from '../random.ts';
import type { Server } from '../server.ts';
import type { Tally } from '../tally.ts';
import type { Releases } from './releases.ts';

/**
 * A proxy between one browser and the site: it passes the site's files on unchanged, and applies
 * faults to API requests until it is calm.
 */
export interface Gateway extends Proxy {
  /** The device behind the gateway. */
  device: string;
  isCalm: boolean;
  isOffline: boolean;
  /** The release of the served files: 0 or 1. */
  release: 0 | 1;
  /** Calls `happen` after this many further requests that send something. */
  arm(requests: number, happen: () => void): void;
  disarm(): void;
  /** When the server confirmed each record, in milliseconds since 1970. */
  storedAt: ReadonlyMap<string, number>;
}

interface GatewayOptions {
  seed: number;
  device: string;
  weather: number;
  server: Server;
  releases: Releases;
  faults: Tally;
}

const API = /^\/(rest|storage|functions|auth)\/v1\//;
/** Fewer faults for reads, because nobody can apply without the list of positions. */
const READS_AT_FAULT = 0.2;
/** Rarely, because it takes a whole timeout. */
const WAITS_IN_VAIN = 0.25;

export async function openGateway({
  seed,
  device,
  weather,
  server,
  releases,
  faults,
}: GatewayOptions): Promise<Gateway> {
  const attempts = new Map<string, number>();
  const numbers = new Map<string, number>();
  const storedAt = new Map<string, number>();
  let armed: { left: number; happen: () => void } | null = null;

  function fateOf(asked: Asked): { fault: Fault; device: string } {
    const isSending = asked.method === 'POST' && API.test(asked.path);
    if (isSending && armed && --armed.left <= 0) {
      const { happen } = armed;
      armed = null;
      happen();
    }
    const fault = drawFor(asked, isSending);
    if (fault.kind !== 'none') faults.add(fault.kind);
    return { fault, device };
  }

  function drawFor(asked: Asked, isSending: boolean): Fault {
    if (gateway.isCalm || !API.test(asked.path)) return { kind: 'none' };
    if (gateway.isOffline) return { kind: 'reset-before' };
    const record =
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(
        isSending ? asked.path + asked.body.subarray(0, 400).toString('latin1') : '',
      )?.[0] ?? '';
    if (!numbers.has(record)) numbers.set(record, numbers.size);
    const key = `${asked.path.split('/')[1]}/${numbers.get(record)}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const random = randomOf(seed, device, key, attempt);
    const fault = drawFault(random, isSending ? weather : weather * READS_AT_FAULT);
    if (fault.kind === 'refused') return { kind: 'reset-before' };
    return fault.kind === 'late' || fault.kind === 'very-late'
      ? chance(random, WAITS_IN_VAIN)
        ? fault
        : { kind: 'answer-lost' }
      : fault;
  }

  const proxy = await startProxy({
    target: ({ path }) => (API.test(path) ? server.url : releases.urls[gateway.release]),
    killServer: () => server.kill(),
    fateOf,
    // The browser itself waits for its whole timeout.
    outlast: () => undefined,
    onStored: (id) => storedAt.set(id, Date.now()),
  });
  const gateway: Gateway = {
    ...proxy,
    device,
    isCalm: true,
    isOffline: false,
    release: 0,
    storedAt,
    arm: (requests, happen) => (armed = { left: requests, happen }),
    disarm: () => (armed = null),
  };
  return gateway;
}
