import type { WorkboxPlugin } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { addressOf, tidyPath } from '../src/core/domain/tidy-path.ts';
import { isBuiltFile, isFile } from './file-cache.ts';

/**
 * The backend's own paths: their navigations (a download, a signed link) never get a page of the
 * site.
 */
const BACKEND_PATH = /^\/(rest|auth|storage|functions)\/v1\//;

/**
 * Refuses to store an answer that is not the built file, so the installation fails and is retried.
 * A stored answer that is not the file counts as missing.
 */
const onlyFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    (await isFile(new URL(request.url).pathname, response)) ? response : null,
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && isBuiltFile(new URL(request.url).pathname, cachedResponse)
      ? cachedResponse
      : null,
};

/**
 * Precaches the release's files and answers every page's navigation from them, with or without a
 * connection.
 */
export function serveFromPrecache(manifest: (PrecacheEntry | string)[]): void {
  addPlugins([onlyFiles]);
  precacheAndRoute(manifest, {
    cleanURLs: false,
    // Each page is its folder's index.html, whatever the query.
    ignoreURLParametersMatching: [/./],
    urlManipulation: ({ url }) => [new URL(`${url.pathname.replace(/\/$/, '')}/index.html`, url)],
  });
  cleanupOutdatedCaches();
  registerRoute(
    ({ request, url, sameOrigin }) =>
      request.mode === 'navigate' && sameOrigin && !BACKEND_PATH.test(url.pathname),
    ({ request }) => answerUnknownPage(request),
  );
}

/**
 * Leads to the page that a changed address means, without the server, which must not see a request's
 * key. An unknown page may belong to the next release, so the server is asked first.
 */
async function answerUnknownPage(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const tidy = tidyPath(url.pathname);
  const page = `${tidy.path.replace(/\/$/, '')}/index.html`;
  if (tidy.path !== url.pathname && (await matchPrecache(page)))
    return Response.redirect(new URL(addressOf(tidy, url), url), 302);
  try {
    return await fetch(request);
  } catch {
    return (await matchPrecache('/404.html')) ?? Response.error();
  }
}
