import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** Its being there says that this device keeps the portal. The files' names change with their contents. */
const CACHE = 'portal-v1';

/** The portal's navigations get its shell; its files come from what this device keeps, if it keeps them. */
export function servePortal(files: ReadonlySet<string>): void {
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && /^\/admin(\/|$)/.test(url.pathname),
    async ({ request, url }) => (url.pathname === '/admin' ? Response.redirect(`/admin/${url.search}`, 301) : answerWithShell(request, files)),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
    async ({ request }) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request),
  );
}

/**
 * This release's shell, with its files beside it. A device without them asks the server first: its shell may be of a later
 * release, and this one's files are gone from there.
 */
async function answerWithShell(request: Request, files: ReadonlySet<string>): Promise<Response> {
  const ownShell = await matchPrecache('/admin/index.html');
  if (ownShell && (await missingOf(files)).length === 0) return ownShell;
  return fetch(request).catch(() => ownShell ?? Response.error());
}

/** Fetches what this device does not have yet of the portal's files, all or none. Rejects when one can't be had. */
export async function keepPortal(files: ReadonlySet<string>): Promise<void> {
  await (await caches.open(CACHE)).addAll(await missingOf(files));
}

/** The same, on devices that keep the portal: so that it opens without a connection right after an update, too. */
export async function renewPortal(files: ReadonlySet<string>): Promise<void> {
  if (await caches.has(CACHE)) await keepPortal(files);
}

/** Removes what only an older release needed. */
export async function dropOldPortal(files: ReadonlySet<string>): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  const old = (await keptFiles()).filter((file) => !files.has(file));
  await Promise.all(old.map((file) => cache.delete(file)));
}

async function keptFiles(): Promise<string[]> {
  if (!(await caches.has(CACHE))) return [];
  return (await (await caches.open(CACHE)).keys()).map(({ url }) => new URL(url).pathname);
}

async function missingOf(files: ReadonlySet<string>): Promise<string[]> {
  const kept = new Set(await keptFiles());
  return [...files].filter((file) => !kept.has(file));
}
