import { matchPrecache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { createFileCache } from './file-cache.ts';

interface PartFacts {
  /** The cache that marks a device as one that keeps the part. */
  cacheName: string;
  /** The part's document. */
  shell: string;
  pages: RegExp;
  /** An address that leads to another one. */
  moved?: { from: string; to: string };
  /** The files that only parts need. */
  files: ReadonlySet<string>;
}

/** A part of the product whose files only its own devices keep: the portal, the crew's page. */
export function createPart({ cacheName, shell, pages, moved, files }: PartFacts) {
  const cache = createFileCache(cacheName);

  /**
   * This release's shell, whose files are cached beside it. A device without them asks the server
   * first: a later release's server may have another shell and no longer this release's files.
   */
  async function answerWithShell(request: Request): Promise<Response> {
    const ownShell = await matchPrecache(shell);
    if (ownShell && (await cache.missingOf(files)).length === 0) return ownShell;
    return fetch(request).catch(() => ownShell ?? Response.error());
  }

  return {
    isKept: cache.isThere,
    /**
     * Answers the part's navigations with its shell, and its files from the cache if this device
     * keeps them.
     */
    serve(): void {
      registerRoute(
        ({ request, url, sameOrigin }) =>
          sameOrigin && request.mode === 'navigate' && pages.test(url.pathname),
        async ({ request, url }) =>
          url.pathname === moved?.from
            ? Response.redirect(moved.to + url.search, 301)
            : answerWithShell(request),
      );
      registerRoute(
        ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
        ({ request }) => cache.answer(request),
      );
    },
    /** Fetches the part's missing files, all or none. Rejects when one cannot be had. */
    keep: (): Promise<void> => cache.addMissing(files),
    /**
     * The same, only on devices that keep the part, so that it opens offline right after an update.
     */
    async renew(): Promise<void> {
      if (await cache.isThere()) await cache.addMissing(files);
    },
    /** Deletes files that only an older release needed. */
    dropOthers: (): Promise<void> => cache.dropOthers(files),
  };
}
