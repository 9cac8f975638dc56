import type { BrowserContext, Page, Worker } from '@playwright/test';

/** Lets every open of a database fail for so many milliseconds from now on. Self-contained: it runs in pages and workers. */
function failOpensFor(ms: number): void {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError');
  };
  setTimeout(() => (IDBFactory.prototype.open = open), ms);
}

/** The same in every page of a device, from the moment it is loaded. */
export const failOpensAtFirst = (context: BrowserContext, ms: number): Promise<unknown> =>
  context.addInitScript(failOpensFor, ms);

/** Lets opens fail in a worker that runs. */
export const failOpensInWorker = (worker: Worker, ms: number): Promise<void> =>
  worker.evaluate(failOpensFor, ms);

/** Makes `closeDatabases` possible in every page of a device. */
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

/** Closes every database under a page, and lets it open none for so many milliseconds. */
export async function closeDatabases(page: Page, ms: number): Promise<void> {
  await page.evaluate(failOpensFor, ms);
  await page.evaluate(() => {
    const { connections } = window as unknown as { connections: IDBDatabase[] };
    for (const connection of connections.splice(0)) connection.close();
  });
}

/** Denies every page of a device its storage, as a browser does whose person blocks site data. */
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
