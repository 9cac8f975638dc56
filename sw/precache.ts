import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The backend's own paths: their navigations (a download, a signed link) are never answered from the cache. */
const BACKEND_PATHS = [/^\/(rest|auth|storage|functions)\/v1\//];

/** Keeps the release's files and answers every page's navigation from them, with or without a connection. */
export function serveFromPrecache(manifest: (PrecacheEntry | string)[]): void {
  precacheAndRoute(manifest);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: BACKEND_PATHS }));
}
