import type { EventEmitter } from 'node:events';
import type { Sender } from './client-address.ts';

/**
 * The limit of a sender's connections, and of its unanswered requests over all of them. A browser
 * opens six connections, an office behind one address about a hundred; the fair queue protects
 * other senders' requests.
 */
const MOST = { network: 128, site: 512 };

/** Counts a connection or response until it closes; false if its sender has reached the limit. */
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
