import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

const running = new Set<DBCoreTransaction>();
/** Resolves when the page that was left is shown again; null for one that was not left. */
let shown: Promise<void> | null = null;
/** What leaving ended is told after the page is shown, when the browser kept it with its events still to come. */
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
      // The browser is committing it.
    }
  }
}

// A worker does not hear it, and outside of browsers nobody listens.
globalThis.addEventListener?.('pagehide', leave);

/**
 * Ends a database's transactions when its page is left. WebKit forgets to, and then may run no transaction of that database any
 * more, in no page, until the browser is closed (https://bugs.webkit.org/show_bug.cgi?id=324094). Nothing is half done by it.
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

/** When a page that was left is shown again, out of the browser's memory, or a moment ago was; null for a page that was not left. */
export const whenShown = (): Promise<void> | null => shown;
