/** All talk between the page and the service worker. */

interface SyncManager {
  register(tag: string): Promise<void>;
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: SyncManager };

/**
 * Installs the worker and asks it to keep the public content for reading offline. A browser that refuses has the site
 * as it is, without it.
 */
export async function registerWorker(): Promise<void> {
  const registration = await register();
  registration?.active?.postMessage('warm');
}

/**
 * Asks the worker to keep the portal's files on this device, of this release and of every later one before it takes over.
 * Resolves with whether they are there now; a failure (no connection, no room) is left for the next time.
 */
export async function keepPortal(): Promise<boolean> {
  const registration = await register();
  if (!registration?.active) return false;
  // A release that waits already did not know of it while it was installed.
  for (const next of [registration.installing, registration.waiting]) next?.postMessage('keep-portal');
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => (port1.onmessage = ({ data }) => resolve(data === true)));
  registration.active.postMessage('keep-portal', [port2]);
  return answer;
}

/** The registration once its worker is active; undefined where there is none to be had. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch (error) {
    console.warn('The service worker could not be installed:', error);
  }
}

/**
 * Asks the browser to wake the worker for one entry when there is a connection, even with every page closed. One tag an
 * entry, because a tag that failed is not run sooner by asking again. Where there is no Background Sync, the page's own
 * triggers do the work. Waits for the worker, so do not wait for this.
 */
export async function requestSync(id: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration: SyncRegistration = await navigator.serviceWorker.ready;
  await registration.sync?.register(`outbox:${id}`).catch(() => undefined);
}
