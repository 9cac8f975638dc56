import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { createFileCache } from './file-cache.ts';

/** Its being there says that this device keeps the portal. */
const kept = createFileCache('portal-v1');

/** The portal's navigations get its shell; its files come from what this device keeps, if it keeps them. */
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
    ({ request }) => kept.answer(request),
  );
}

/**
 * This release's shell, with its files beside it. A device without them asks the server first: its shell may be of a later
 * release, and this one's files are gone from there.
 */
async function answerWithShell(request: Request, files: ReadonlySet<string>): Promise<Response> {
  const ownShell = await matchPrecache('/admin/index.html');
  if (ownShell && (await kept.missingOf(files)).length === 0) return ownShell;
  return fetch(request).catch(() => ownShell ?? Response.error());
}

/** Fetches what this device does not have yet of the portal's files, all or none. Rejects when one can't be had. */
export const keepPortal = (files: ReadonlySet<string>): Promise<void> => kept.keep(files);

/** The same, on devices that keep the portal: so that it opens without a connection right after an update, too. */
export async function renewPortal(files: ReadonlySet<string>): Promise<void> {
  if (await kept.isThere()) await kept.keep(files);
}

/** Removes what only an older release needed. */
export const dropOldPortal = (files: ReadonlySet<string>): Promise<void> => kept.dropOthers(files);
