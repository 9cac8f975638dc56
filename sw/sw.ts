import { releaseOf } from '../src/core/errors/describe-error.ts';
import { watchErrors } from '../src/core/errors/watch-errors.ts';
import { entryIdOf } from '../src/core/outbox/sync-tags.ts';
import { CREW_PATH } from '../src/core/domain/push-message.ts';
import { forgetEndedSheet, renewSheet } from './crew.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { openNotified } from './notifications.ts';
import { syncOutbox } from './outbox-sync.ts';
import { createPart } from './part.ts';
import { dropOldPictures, cachePictures, servePictures } from './pictures.ts';
import { serveFromPrecache } from './precache.ts';
import { renewPush, showPush } from './push.ts';
import { servePublicContent, warmPublicContent } from './public-cache.ts';

interface BuiltFile {
  url: string;
  revision: string | null;
  /** Only these parts need it. */
  parts?: readonly string[];
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuiltFile[] };

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const files: readonly BuiltFile[] = self.__WB_MANIFEST;
const isPicture = ({ url, parts }: BuiltFile) => !parts && url.endsWith('.avif');
const pictures = files.filter(isPicture).map(({ url }) => `/${url}`);
const filesOf = (part: string) =>
  new Set(files.filter(({ parts }) => parts?.includes(part)).map(({ url }) => `/${url}`));

const portal = createPart({
  cacheName: 'portal-v1',
  shell: '/admin/index.html',
  pages: /^\/admin(\/|$)/,
  // The scope of the portal's install begins after the slash.
  moved: { from: '/admin', to: '/admin/' },
  files: filesOf('portal'),
});
const crew = createPart({
  cacheName: 'crew-v1',
  shell: '/crew/index.html',
  pages: /^\/crew\/?$/,
  files: filesOf('crew'),
});

watchErrors({
  scope: self,
  origin: self.location.origin,
  release: releaseOf(files.find(({ url }) => /^assets\/index-/.test(url))?.url ?? ''),
  backend: env,
});

/**
 * Deletes nothing while a later release is installing or waiting: releases share these caches, and
 * the later one would miss files that it found or stored there. The next release to activate
 * deletes the rest. Registered before every other listener.
 */
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  if (self.registration.installing ?? self.registration.waiting) event.stopImmediatePropagation();
});

/** The crew's sheet ends by itself: on the crew's phones each wake-up and each navigation checks it. */
const endSheet = async () => {
  if (await crew.isKept()) await forgetEndedSheet();
};
void endSheet();
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(endSheet());
});

servePublicContent();
portal.serve();
crew.serve();
servePictures(pictures);
serveFromPrecache(files.filter((file) => !file.parts && !isPicture(file)));

/** A missing picture does not fail the installation: every page start asks for the missing ones. */
const cacheMissingPictures = () =>
  cachePictures(pictures).catch((error: unknown) =>
    console.warn('The pictures are not all kept:', error),
  );

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([cacheMissingPictures(), portal.renew(), crew.renew()])),
);

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOldPictures(pictures), portal.dropOthers(), crew.dropOthers()])),
);

self.addEventListener('message', (event) => {
  if (event.data === 'warm')
    event.waitUntil(Promise.all([warmPublicContent(event), cacheMissingPictures()]));
  if (isTakeOver(event.data)) event.waitUntil(self.skipWaiting());
  if (event.data === 'keep-portal') event.waitUntil(replyWhenDone(event, portal.keep()));
  if (event.data === 'keep-crew') event.waitUntil(replyWhenDone(event, crew.keep()));
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  const id = entryIdOf(sync.tag);
  if (id !== null) sync.waitUntil(Promise.all([syncOutbox(id), forgetEndedSheet()]));
});

self.addEventListener('push', (event) =>
  event.waitUntil(
    showPush(event.data, db).then((path) =>
      path === CREW_PATH ? renewSheet() : forgetEndedSheet(),
    ),
  ),
);

self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(renewPush(event)),
);

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified(event.notification));
});

/**
 * A page sends this once the person agreed to the new release; no other message makes one take
 * over.
 */
const isTakeOver = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';

/** Answers on the page's port whether the requested work is done. */
async function replyWhenDone(
  { ports: [port] }: ExtendableMessageEvent,
  work: Promise<void>,
): Promise<void> {
  const isDone = await work.then(
    () => true,
    () => false,
  );
  port?.postMessage(isDone);
}
