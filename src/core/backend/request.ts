import type { Answer } from './answer.ts';
import { strictFetch, type Fetch, type Seen } from './strict-fetch.ts';

/** An answer, and what was asked for when it came. */
export interface Reply<T> extends Answer {
  value?: T;
}

/**
 * One request within `timeoutMs`, body included. `ask` sends it through the fetch it is given and turns what the client
 * says into a reply; what it throws counts as no answer.
 */
export async function request<T = never>(fetch: Fetch, timeoutMs: number, ask: (send: Fetch) => Promise<Reply<T>>): Promise<Reply<T>> {
  const seen: Seen = {};
  const send = strictFetch(fetch.bind(globalThis), timeoutMs, seen);
  const reply = await ask(send).catch((error: unknown): Answer => ({ status: 0, message: String(error) }));
  return { ...reply, ...seen };
}
