import type { EventEmitter } from 'node:events';
import type { Sender } from './client-address.ts';

/**
 * Connections, and unanswered requests over all of them, that a sender may have. A browser opens six connections, an office behind one
 * address a hundred; the fair queue keeps even so many requests from delaying others.
 */
const MOST = { network: 128, site: 512 };

/** Counts a connection or a response until it closes; false when its sender has as many as it may have. */
export type Admit = (sender: Sender, counted: EventEmitter) => boolean;

export function createAdmission(): Admit {
  const counts = { network: new Map<string, number>(), site: new Map<string, number>() };

  function add(kind: 'network' | 'site', key: string, step: 1 | -1): void {
    const count = (counts[kind].get(key) ?? 0) + step;
    if (count > 0) counts[kind].set(key, count);
    else counts[kind].delete(key);
  }

  return ({ network, site }, counted) => {
    if ((counts.network.get(network) ?? 0) >= MOST.network) return false;
    if ((counts.site.get(site) ?? 0) >= MOST.site) return false;
    add('network', network, 1);
    add('site', site, 1);
    counted.once('close', () => {
      add('network', network, -1);
      add('site', site, -1);
    });
    return true;
  };
}
