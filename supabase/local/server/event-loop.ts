import { setImmediate as turn } from 'node:timers/promises';

/** While connections keep coming, work waits no longer than this for them. */
const MOST_MS = 50;

let accepted = 0;

/** To be called at each connection that a server of this process accepts. */
export function noteConnection(): void {
  accepted += 1;
}

/**
 * Resolves once the event loop has had a turn without a new connection, or after a while. libuv accepts one connection a turn: with a piece
 * of work in each turn, a visitor would wait for one piece for each connection that came before theirs.
 */
export async function acceptWaiting(): Promise<void> {
  const end = performance.now() + MOST_MS;
  let before: number;
  // The first may come without a poll for connections in between.
  await turn();
  do {
    before = accepted;
    await turn();
  } while (accepted !== before && performance.now() < end);
}
