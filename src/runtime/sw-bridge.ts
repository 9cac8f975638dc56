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
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('warm');
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
