import type { ServerResponse } from 'node:http';
import type { Sender } from './client-address.ts';

/**
 * Unanswered requests of a sender over all connections. A household's browsers open six connections each, an office behind one address a
 * hundred; the fair queue keeps even so many from delaying others.
 */
const MOST = { network: 128, site: 512 };

/** Counts a request until its answer is sent; false when its sender has as many as may be under way. */
export type Admit = (sender: Sender, response: ServerResponse) => boolean;

export function createAdmission(): Admit {
  const counts = { network: new Map<string, number>(), site: new Map<string, number>() };

  function add(kind: 'network' | 'site', key: string, step: 1 | -1): void {
    const count = (counts[kind].get(key) ?? 0) + step;
    if (count > 0) counts[kind].set(key, count);
    else counts[kind].delete(key);
  }

  return ({ network, site }, response) => {
    if ((counts.network.get(network) ?? 0) >= MOST.network) return false;
    if ((counts.site.get(site) ?? 0) >= MOST.site) return false;
    add('network', network, 1);
    add('site', site, 1);
    response.once('close', () => {
      add('network', network, -1);
      add('site', site, -1);
    });
    return true;
  };
}
