import type { Browser, BrowserContext } from '@playwright/test';
import { Device } from './device.ts';
import { visit, type Visit } from './visit.ts';

/** What a test may do to a context that nothing takes back. */
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

/** How the names of the caches begin that a visit fills for good; the others hold what a page has read of the server. */
const INSTALLED_CACHES: Readonly<Record<Visit, readonly string[]>> = {
  site: ['workbox-precache-', 'site-pictures-'],
  portal: ['workbox-precache-', 'site-pictures-', 'portal-'],
};

interface VisitedDevice {
  device: Device;
  context: BrowserContext;
  what: Visit;
  /** Whether a test has left what nothing takes back. */
  isSpoilt: () => boolean;
}

/** Devices that the site was visited on before, one for each kind of visit, which a worker's tests use in turn. */
export class VisitedDevices {
  readonly #siteUrl: string;
  readonly #devices = new Map<string, VisitedDevice>();

  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  /** A device with nothing but what the visit left. It is the caller's until it is given back. */
  async take(browser: Browser, inShell: boolean, what: Visit): Promise<Device> {
    const kind = `${what} ${inShell}`;
    const taken = this.#devices.get(kind) ?? (await this.#make(browser, what));
    this.#devices.set(kind, taken);
    return taken.device;
  }

  /** Removes what the test stored; or the whole device, if `isUsable` is false or if the test left what can't be removed. */
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

/** Whether one of the methods that change a context for good has been called since. */
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
 * Leaves one empty tab, the network, and of all that is stored only the worker with the caches of its installation. Answers
 * whether these are still there.
 */
async function forget(device: Device, origin: string, what: Visit): Promise<boolean> {
  const { context } = device;
  const before = context.pages();
  // A session of the browser's protocol ends with its tab, and what it overrode with it.
  await context.newPage();
  await Promise.all(before.map((page) => page.close()));
  const { cdp, registrations } = await device.controlWorkers();
  const [registration] = registrations;
  if (!registration) return false;
  const { scopeURL } = registration;
  // A stopped worker can't be told that it is online, and the browser would wait for it.
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

/** Runs in the worker. Answers how many of those that are to stay are there. */
async function deleteOtherCaches(installed: readonly string[]): Promise<number> {
  const names = await caches.keys();
  const isInstalled = (name: string) => installed.some((start) => name.startsWith(start));
  await Promise.all(names.filter((name) => !isInstalled(name)).map((name) => caches.delete(name)));
  return names.filter(isInstalled).length;
}
