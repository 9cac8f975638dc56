import { registerRoute } from 'workbox-routing';
import { createFileCache, fetchFile } from './file-cache.ts';

const cache = createFileCache('site-pictures-v1');

const asWebp = (file: string) => file.replace(/\.avif$/, '.webp');

/** The site's own pictures, in both formats. */
const inBoth = (pictures: readonly string[]): ReadonlySet<string> =>
  new Set([...pictures, ...pictures.map(asWebp)]);

/** Answers with cached pictures. `pictures` lists their AVIF files, here and below. */
export function servePictures(pictures: readonly string[]): void {
  const files = inBoth(pictures);
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && files.has(url.pathname),
    ({ request }) => cache.answer(request),
  );
}

/**
 * Fetches the missing pictures in the one format that this browser reads. Rejects when one cannot
 * be had.
 */
export async function cachePictures(pictures: readonly string[]): Promise<void> {
  const [sample] = pictures;
  if (!sample || (await isCached(pictures)) || (await isCached(pictures.map(asWebp)))) return;
  const files = (await readsAvif(sample)) ? pictures : pictures.map(asWebp);
  // One at a time: the page's own requests go first.
  for (const file of files) await cache.addMissing([file]);
}

/** Deletes the pictures that only an older release showed. */
export const dropOldPictures = (pictures: readonly string[]): Promise<void> =>
  cache.dropOthers(inBoth(pictures));

const isCached = async (files: readonly string[]) => (await cache.missingOf(files)).length === 0;

async function readsAvif(sample: string): Promise<boolean> {
  const response = await fetchFile(sample);
  try {
    (await createImageBitmap(await response.blob())).close();
    return true;
  } catch {
    return false;
  }
}
