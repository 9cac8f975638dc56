import { drawFault, type Fault } from './faults.ts';
import { DEVICE_HEADER, FAULT_HEADER, TIMED_OUT_HEADER, type Proxy } from './proxy.ts';
import { randomOf } from './random.ts';
import type { Tally } from './tally.ts';

/** A device's connection to the server: faulty as often as `weather` says, until it is calm. */
export interface Network {
  isOffline: boolean;
  isCalm: boolean;
  /** Names the part of a device's life, for requests about no record. */
  turn: number;
  fetch: typeof globalThis.fetch;
  /** Registers a record, so that its requests meet the same faults at each run of the seed. */
  mint(id: string): void;
  /** Ids of records that our server refused for a fault in the request. */
  readonly refused: ReadonlySet<string>;
}

interface NetworkOptions {
  seed: number;
  device: string;
  /** The probability of a fault, from 0 up to 1. */
  weather: number;
  /** Whether our server also gives the answers of the contracts. */
  hasContracts: boolean;
  proxy: Proxy;
  faults: Tally;
  /** Called with the duration when the device waited in vain, to move its clock. */
  onTimeout: (ms: number) => void;
  /** Called for each request about a record; `step` is the first segment of its path. */
  onRequest: (step: string, id: string) => void;
}

/** How long the product waits for an answer. */
const PATIENCE_MS = 30_000;

export function createNetwork({
  seed,
  device,
  weather,
  hasContracts,
  proxy,
  faults,
  onTimeout,
  onRequest,
}: NetworkOptions): Network {
  const attempts = new Map<string, number>();
  const minted = new Map<string, number>();
  const refused = new Set<string>();

  function draw(key: string, step?: string, content = ''): Fault {
    if (network.isCalm) return { kind: 'none' };
    if (network.isOffline) return { kind: 'offline' };
    // The server finds a fault in a request whenever it gets it, and in no other one.
    const verdict = drawFault(randomOf(seed, device, key, content), weather, step);
    if (verdict.kind === 'request-fault') return verdict;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const fault = drawFault(randomOf(seed, device, key, attempt), weather, step);
    return fault.kind === 'request-fault' ? { kind: 'none' } : fault;
  }

  const network: Network = {
    isOffline: false,
    isCalm: false,
    turn: 0,
    refused,

    mint(id) {
      if (!minted.has(id)) minted.set(id, minted.size);
    },

    async fetch(input, init = {}) {
      const url = input instanceof Request ? input.url : String(input);
      const { pathname } = new URL(url);
      const step = pathname.split('/')[1] ?? '';
      const id = recordsOf(url, init.body).find((named) => minted.has(named));
      if (id !== undefined) onRequest(step, id);
      const fault =
        id === undefined
          ? draw(`${pathname}/${network.turn}`)
          : draw(
              `${step}/${minted.get(id)}`,
              hasContracts ? step : undefined,
              contentOf(init.body),
            );
      if (fault.kind === 'request-fault' && id !== undefined) refused.add(id);
      if (fault.kind !== 'none') faults.add(fault.kind);
      if (fault.kind === 'offline') throw new TypeError('fetch failed');
      if (fault.kind === 'refused') return fetch(url.replace(proxy.url, proxy.deadUrl), init);

      const headers = new Headers(init.headers);
      headers.set(DEVICE_HEADER, device);
      headers.set(FAULT_HEADER, JSON.stringify(fault));
      const response = await fetch(url, { ...init, headers });
      if (!response.headers.has(TIMED_OUT_HEADER)) return response;
      onTimeout(PATIENCE_MS);
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    },
  };
  return network;
}

const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const KEYS_AND_TIMES = /"[0-9a-f]{32}"|"\d{4}-\d{2}-\d{2}T[^"]*"/g;

/** A request's content without ids, keys and times, which differ in each run. */
const contentOf = (body: unknown): string =>
  typeof body === 'string' ? body.replaceAll(UUIDS, '').replaceAll(KEYS_AND_TIMES, '') : '';

/** The ids named in a request's body or address. */
const recordsOf = (url: string, body: unknown): string[] =>
  [...(typeof body === 'string' ? body : '').matchAll(UUIDS), ...url.matchAll(UUIDS)].map(
    ([id]) => id,
  );
