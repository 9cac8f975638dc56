import type { Page } from '@playwright/test';

/** A cached answer. */
export interface CachedAnswer {
  /** The cache's name. */
  cache: string;
  url: string;
  /** The size of the body. */
  bytes: number;
  /** The `marks` in its address or body, text or binary. */
  holds: string[];
}

/** All answers in the device's caches, with the marks that each contains. */
export const cachedAnswers = (page: Page, marks: readonly string[] = []): Promise<CachedAnswer[]> =>
  page.evaluate(async (marks) => {
    const kept: CachedAnswer[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const contents = await (await cache.match(request))?.blob();
        const text = decodeURIComponent(request.url) + ((await contents?.text()) ?? '');
        kept.push({
          cache: name,
          url: request.url,
          bytes: contents?.size ?? 0,
          holds: marks.filter((mark) => text.includes(mark)),
        });
      }
    }
    return kept;
  }, marks);

/** The addresses of the answers that contain a mark. */
export const addressesOf = (kept: readonly CachedAnswer[]): string[] =>
  kept.filter(({ holds }) => holds.length > 0).map(({ url }) => url);
