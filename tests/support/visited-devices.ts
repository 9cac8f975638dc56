import type { Browser, BrowserContext } from '@playwright/test';
import { Device } from './device.ts';
import { visit, type Visit } from './visit.ts';

/** Methods that change a context for good. */
const LASTING = [
  'addInitScript',
  'clearPermissions',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
] as const;

/**
 * Prefixes of the caches that an installation fills. The other caches hold the server's answers.
 */
const INSTALLED_CACHES: Readonly<Record<Visit, readonly string[]>> = {
  site: ['workbox-precache-', 'site-pictures-'],
  portal: ['workbox-precache-', 'site-pictures-', 'portal-'],
};

interface VisitedDevice {
  device: Device;
  context: BrowserContext;
  what: Visit;
  /** True once a test has called one of these methods. */
  isSpoilt: () => boolean;
}

/** Devices with an earlier visit, one for each kind, which a worker's tests use in turn. */
export class VisitedDevices {
  readonly #siteUrl: string;
  readonly #devices = new Map<string, VisitedDevice>();

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  /** Lends a device in the state after the visit. Give it back after the test. */
  async take(browser: Browser, inShell: boolean, what: Visit): Promise<Device> {
    const kind = `${what} ${inShell}`;
    const taken = this.#devices.get(kind) ?? (await this.#make(browser, what));
    this.#devices.set(kind, taken);
    return taken.device;
  }

  /**
   * Removes the test's data; or the whole device, if `isUsable` is false or the data cannot be
   * removed.
   */
  async giveBack(device: Device, isUsable: boolean): Promise<void> {
    for (const [kind, one] of this.#devices) {
      if (one.device !== device) continue;
      if (isUsable && !one.isSpoilt() && (await forget(device, this.#siteUrl, one.what))) return;
      this.#devices.delete(kind);
      await one.context.close();
    }
  }

  async #make(browser: Browser, what: Visit): Promise<VisitedDevice> {
    const device = await Device.inBrowser(browser, {
      siteUrl: this.#siteUrl,
      serviceWorkers: 'allow',
    });
    await visit(device, what);
    await forget(device, this.#siteUrl, what);
    const { context } = device;
    return { device, context, what, isSpoilt: watchForLastingChanges(context) };
  }
}

/** Returns a function that tells whether one of these methods has been called since. */
function watchForLastingChanges(context: BrowserContext): () => boolean {
  let isSpoilt = false;
  const note = <T extends object>(owner: T, names: readonly string[]): void => {
    const methods = owner as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]?.bind(owner);
      methods[name] = (...args) => {
        isSpoilt = true;
        return method?.(...args);
      };
    }
  };
  note(context, LASTING);
  note(
    context.clock,
    Object.getOwnPropertyNames(Object.getPrototypeOf(context.clock)).filter(
      (name) => name !== 'constructor' && !name.startsWith('_'),
    ),
  );
  return () => isSpoilt;
}

/**
 * Closes all tabs but a new one, goes online, and removes all data except the worker and the caches
 * of its installation. True if these are still there.
 */
async function forget(device: Device, origin: string, what: Visit): Promise<boolean> {
  const { context } = device;
  const before = context.pages();
  // A CDP session ends with its tab, and its overrides with it.
  await context.newPage();
  await Promise.all(before.map((page) => page.close()));
  const { cdp, registrations } = await device.controlWorkers();
  const [registration] = registrations;
  if (!registration) return false;
  const { scopeURL } = registration;
  // The browser would wait for a stopped worker, which cannot learn that it is online.
  await cdp.send('ServiceWorker.startWorker', { scopeURL });
  await context.setOffline(false);
  await cdp.send('ServiceWorker.stopAllWorkers');
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,local_storage,indexeddb',
  });
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('ServiceWorker.startWorker', { scopeURL });
  const left = await context
    .serviceWorkers()[0]
    ?.evaluate(deleteOtherCaches, INSTALLED_CACHES[what]);
  await cdp.detach();
  return left === INSTALLED_CACHES[what].length;
}

/** Runs in the worker. Returns the number of installed caches. */
async function deleteOtherCaches(installed: readonly string[]): Promise<number> {
  const names = await caches.keys();
  const isInstalled = (name: string) => installed.some((start) => name.startsWith(start));
  await Promise.all(names.filter((name) => !isInstalled(name)).map((name) => caches.delete(name)));
  return names.filter(isInstalled).length;
}
