import type { BrowserContext } from '@playwright/test';

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
