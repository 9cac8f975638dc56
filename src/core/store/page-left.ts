import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

const running = new Set<DBCoreTransaction>();
let isLeft = false;

function leave(): void {
  isLeft = true;
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // The browser is committing it.
    }
  }
}

// A worker hears neither, and outside of browsers nobody listens.
globalThis.addEventListener?.('pagehide', leave);
globalThis.addEventListener?.('pageshow', () => (isLeft = false));

/**
 * Ends a database's transactions when its page is left. WebKit forgets to, and then may run no transaction of that database any
 * more, in no page, until the browser is closed (https://bugs.webkit.org/show_bug.cgi?id=324094). Nothing is half done by it.
 */
export const endWhenLeft: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'endWhenLeft',
  create: (core) => ({
    ...core,
    transaction(...wish) {
      const transaction = core.transaction(...wish);
      running.add(transaction);
      const end = () => running.delete(transaction);
      for (const event of ['complete', 'abort']) (transaction as unknown as EventTarget).addEventListener(event, end);
      return transaction;
    },
  }),
};

/** When a page that was left is shown again, out of the browser's memory; null for a page that was not left. */
export const whenShown = (): Promise<unknown> | null => (isLeft ? new Promise((resolve) => addEventListener('pageshow', resolve, { once: true })) : null);
