import { isOutboxTag, syncOutbox } from './outbox-sync.ts';
import { serveFromPrecache } from './precache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

serveFromPrecache(self.__WB_MANIFEST);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (isOutboxTag(tag)) waitUntil.call(event, syncOutbox(tag));
});
