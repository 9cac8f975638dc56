/**
 * Ends what the worker does on every device that has it: deployed as sw.js, it removes the caches and answers nothing, so that
 * the site goes on as without a worker. Open pages reload as after any update, once nothing in them is unsaved; what waits in
 * the outbox stays. It does not unregister itself: the next page would only install it again.
 */
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(removeCaches()));

async function removeCaches() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
