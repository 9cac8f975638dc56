import type { Page } from '@playwright/test';

/** An answer that the worker keeps. */
export interface KeptAnswer {
  /** The cache's name. */
  cache: string;
  url: string;
  /** The size of what was answered. */
  bytes: number;
  /** Of what `marks` its address or its contents hold, be they text or not. */
  holds: string[];
}

/** Everything that a device keeps in its caches, and which of the marks is in it. */
export const keptAnswers = (page: Page, marks: readonly string[] = []): Promise<KeptAnswer[]> =>
  page.evaluate(async (marks) => {
    const kept: KeptAnswer[] = [];
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

/** The addresses of the answers that hold one of the marks. */
export const addressesOf = (kept: readonly KeptAnswer[]): string[] =>
  kept.filter(({ holds }) => holds.length > 0).map(({ url }) => url);
