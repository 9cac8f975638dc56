import { setImmediate as turn } from 'node:timers/promises';

/** The longest time that work waits while new connections keep arriving. */
const MOST_MS = 50;

let accepted = 0;

/** Servers of this process call it for each accepted connection. */
export function noteConnection(): void {
  accepted += 1;
}

/**
 * Resolves after a turn of the event loop without a new connection, or after 50 ms. libuv accepts
 * one connection per turn; with work in every turn, a visitor would wait one piece of work for each
 * earlier connection.
 */
export async function acceptWaiting(): Promise<void> {
  const end = performance.now() + MOST_MS;
  let before: number;
  // The first turn may pass without a poll for connections.
  await turn();
  do {
    before = accepted;
    await turn();
  } while (accepted !== before && performance.now() < end);
}
