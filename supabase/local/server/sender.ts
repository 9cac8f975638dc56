import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sender } from './client-address.ts';

const senders = new AsyncLocalStorage<Sender>();

/** Runs work on behalf of a sender. */
export const runAs = senders.run.bind(senders) as <T>(sender: Sender, work: () => T) => T;

/** The sender of the current request; undefined for the process's own work. */
export const currentSender = (): Sender | undefined => senders.getStore();

/** The current sender's keys in a fair queue. */
export function senderKeys(): [site: string, network: string] {
  const { site = '', network = '' } = currentSender() ?? {};
  return [site, network];
}
