import type { BrowserContext, Page, Worker } from '@playwright/test';

/**
 * Makes every database open fail for this many milliseconds. Self-contained, because it runs in
 * pages and workers.
 */
function failOpensFor(ms: number): void {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  };
  setTimeout(() => (IDBFactory.prototype.open = open), ms);
}

/** Makes opens fail in every page of a device, from the moment it loads. */
export const failOpensAtFirst = (context: BrowserContext, ms: number): Promise<unknown> =>
  context.addInitScript(failOpensFor, ms);

/** Makes opens fail in a running worker. */
export const failOpensInWorker = (worker: Worker, ms: number): Promise<void> =>
  worker.evaluate(failOpensFor, ms);

/** Enables `closeDatabases` in every page of a device. */
export const trackDatabases = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const connections: IDBDatabase[] = [];
    Object.assign(window, { connections });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    };
  });

/** Closes all of a page's databases, and makes opens fail for this many milliseconds. */
export async function closeDatabases(page: Page, ms: number): Promise<void> {
  await page.evaluate(failOpensFor, ms);
  await page.evaluate(() => {
    const { connections } = window as unknown as { connections: IDBDatabase[] };
    for (const connection of connections.splice(0)) connection.close();
  });
}

/** Denies storage to every page of a device, as a browser does that blocks site data. */
export const blockStorage = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const denied = () => new DOMException('Access is denied', 'SecurityError');
    IDBFactory.prototype.open = () => {
      throw denied();
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw denied();
        },
      });
    LockManager.prototype.request = () => Promise.reject(denied());
    LockManager.prototype.query = () => Promise.reject(denied());
  });
