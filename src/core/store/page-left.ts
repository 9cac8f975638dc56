import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

const running = new Set<DBCoreTransaction>();
/** Resolves when the page that was left is shown again; null for a page that was not left. */
let shown: Promise<void> | null = null;
/**
 * How long aborted work may report after the page is shown: a browser that kept the page delivers
 * its pending events then.
 */
const LATE_MS = 1000;

function leave(): void {
  const leaving = new Promise<void>((resolve) =>
    addEventListener('pageshow', () => resolve(), { once: true }),
  );
  shown = leaving;
  void leaving.then(() => setTimeout(() => (shown = shown === leaving ? null : shown), LATE_MS));
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // The browser is already committing it.
    }
  }
}

// Workers have no such event, nor has a runtime without a page.
globalThis.addEventListener?.('pagehide', leave);

/**
 * Aborts a database's transactions when its page is left. WebKit does not, and may then run no
 * transaction of that database in any page until the browser is closed
 * (https://bugs.webkit.org/show_bug.cgi?id=324094). An abort leaves nothing half done.
 */
export const endWhenLeft: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'endWhenLeft',
  create: (core) => ({
    ...core,
    transaction(...args) {
      const transaction = core.transaction(...args);
      running.add(transaction);
      const end = () => running.delete(transaction);
      for (const event of ['complete', 'abort'])
        (transaction as unknown as EventTarget).addEventListener(event, end);
      return transaction;
    },
  }),
};

/**
 * Resolves when a page that was left is shown again from the browser's memory, also if that was a
 * moment ago; null for a page that was not left.
 */
export const whenShown = (): Promise<void> | null => shown;
