/**
 * Disables the worker on every device that has it: deployed as sw.js, it deletes the caches and
 * answers no request, so the site works as without a worker. Open pages reload as after any update,
 * once no form has unsaved text; the outbox stays. It does not unregister itself, because the next
 * page would install it again.
 */
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(removeCaches()));

async function removeCaches() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}
