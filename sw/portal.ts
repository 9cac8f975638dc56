import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { createFileCache } from './file-cache.ts';

/** The cache that marks a device as one that keeps the portal. */
const cache = createFileCache('portal-v1');

/**
 * Answers the portal's navigations with its shell, and its files from the cache if this device
 * keeps them.
 */
export function servePortal(files: ReadonlySet<string>): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && /^\/admin(\/|$)/.test(url.pathname),
    async ({ request, url }) =>
      url.pathname === '/admin'
        ? Response.redirect(`/admin/${url.search}`, 301)
        : answerWithShell(request, files),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
    ({ request }) => cache.answer(request),
  );
}

/**
 * This release's shell, whose files are cached beside it. A device without them asks the server
 * first: a later release's server may have another shell and no longer this release's files.
 */
async function answerWithShell(request: Request, files: ReadonlySet<string>): Promise<Response> {
  const ownShell = await matchPrecache('/admin/index.html');
  if (ownShell && (await cache.missingOf(files)).length === 0) return ownShell;
  return fetch(request).catch(() => ownShell ?? Response.error());
}

/** Fetches the portal's missing files, all or none. Rejects when one cannot be had. */
export const cachePortal = (files: ReadonlySet<string>): Promise<void> => cache.addMissing(files);

/**
 * The same, only on devices that keep the portal, so that it opens offline right after an update.
 */
export async function renewPortal(files: ReadonlySet<string>): Promise<void> {
  if (await cache.isThere()) await cache.addMissing(files);
}

/** Deletes files that only an older release needed. */
export const dropOldPortal = (files: ReadonlySet<string>): Promise<void> => cache.dropOthers(files);
