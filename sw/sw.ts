import { isOutboxTag, syncOutbox } from './outbox-sync.ts';
import { serveFromPrecache } from './precache.ts';
import { servePublicContent, warmPublicContent } from './public-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

servePublicContent();
serveFromPrecache(self.__WB_MANIFEST);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === 'warm') event.waitUntil(warmPublicContent(event));
});

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (isOutboxTag(tag)) waitUntil.call(event, syncOutbox(tag));
});
