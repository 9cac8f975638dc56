import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { smallPicture } from '../src/core/domain/gallery.ts';
import {
  isPictureResponse,
  isPublicPicturePath,
  PUBLIC_READS,
  type PublicRead,
  publicReadOf,
  publicReadPath,
  readResponseRows,
  STORED_AT_HEADER,
} from '../src/core/server/public-reads.ts';
import { env } from './env.ts';

const DAY = 24 * 60 * 60;
const WARM_PICTURES = 40;

const isList = async (request: Request, response: Response): Promise<boolean> => {
  const { pathname, search } = new URL(request.url);
  const read = publicReadOf(pathname + search);
  return read !== undefined && (await readResponseRows(read, response.clone())) !== null;
};

/**
 * Treats an answer that is no list as a failure, so that the stored list is used; checks stored
 * answers too. Without a stored list the page gets the answer and can name the cause.
 */
const onlyLists: WorkboxPlugin = {
  async fetchDidSucceed({ request, response, state }) {
    if (await isList(request, response)) return response;
    if (state) state['refused'] = response;
    throw new TypeError('The answer is not the list that was asked for');
  },
  cacheWillUpdate: async ({ response }) => stamp(response),
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && (await isList(request, cachedResponse)) ? cachedResponse : null,
  handlerDidError: async ({ state }) => state?.['refused'] as Response | undefined,
};

/** Public lists: the server's if it answers within two seconds, else the stored one. */
const reads = new NetworkFirst({
  cacheName: 'public-reads-v1',
  networkTimeoutSeconds: 2,
  plugins: [onlyLists, new ExpirationPlugin({ maxEntries: 20, purgeOnQuotaError: true })],
});

/**
 * Stores only complete 200 answers of our server: no opaque ones, no errors, no page in a picture's
 * place. Without the `date` header, by which a picture would expire a month later even if it was
 * shown since.
 */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isPictureResponse(response) ? undated(response) : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && isPictureResponse(cachedResponse) ? undated(cachedResponse) : null,
};

/**
 * Public pictures never change under their address. One is deleted a month after it was last shown.
 */
const pictures = new CacheFirst({
  cacheName: 'public-pictures-v1',
  plugins: [
    onlyPictures,
    new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 30 * DAY, purgeOnQuotaError: true }),
  ],
});

/**
 * Answers the public reads and their pictures. Requests with a user's token go to the network
 * alone.
 */
export function servePublicContent(): void {
  const isOurs = (url: URL, request: Request) =>
    url.origin === new URL(env.supabaseUrl).origin && !request.headers.has('authorization');
  registerRoute(
    ({ url, request }) =>
      isOurs(url, request) && publicReadOf(url.pathname + url.search) !== undefined,
    reads,
  );
  registerRoute(
    ({ url, request }) => isOurs(url, request) && isPublicPicturePath(url.pathname),
    pictures,
  );
}

/**
 * Adds the time of storing, so that a page can say how old a list is. Removes `vary`: a list is the
 * same for every request, and the worker's own fetches name other formats than a page's.
 */
function stamp(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(STORED_AT_HEADER, String(Date.now()));
  headers.delete('vary');
  return withHeaders(response, headers);
}

function undated(response: Response): Response {
  if (!response.headers.has('date')) return response;
  const headers = new Headers(response.headers);
  headers.delete('date');
  return withHeaders(response, headers);
}

const withHeaders = ({ body, status, statusText }: Response, headers: Headers) =>
  new Response(body, { status, statusText, headers });

/**
 * Fetches the public lists and the newest pictures, so that one visit to any page makes all of them
 * readable offline. Skips lists younger than a day and cached pictures. A failure is left for the
 * next visit.
 */
export async function warmPublicContent(event: ExtendableEvent): Promise<void> {
  const answers = await Promise.allSettled(PUBLIC_READS.map((read) => freshList(read, event)));
  const gallery = answers[PUBLIC_READS.indexOf('gallery')];
  if (gallery?.status !== 'fulfilled' || savesData()) return;
  const images = await readResponseRows('gallery', gallery.value.clone());
  for (const { url } of images?.slice(0, WARM_PICTURES) ?? []) {
    const hasSmall = await warmPicture(smallPicture(url), event);
    if (!hasSmall) await warmPicture(url, event);
  }
}

/** False without the server's picture. */
async function warmPicture(url: string, event: ExtendableEvent): Promise<boolean> {
  const request = new Request(new URL(url, env.supabaseUrl), {
    mode: 'cors',
    credentials: 'omit',
  });
  const response = await pictures.handle({ request, event }).catch(() => undefined);
  return response !== undefined && isPictureResponse(response);
}

/** The stored list if it is younger than a day, else the server's. Rejects without either. */
async function freshList(read: PublicRead, event: ExtendableEvent): Promise<Response> {
  const request = new Request(env.supabaseUrl + publicReadPath(read), {
    headers: { apikey: env.publishableKey },
  });
  const cached = await caches.match(request.url, { cacheName: reads.cacheName });
  const age = Date.now() - Number(cached?.headers.get(STORED_AT_HEADER));
  const isFresh = age >= 0 && age < DAY * 1000;
  if (cached && isFresh && (await readResponseRows(read, cached.clone())) !== null) return cached;
  return reads.handle({ request, event });
}

function savesData(): boolean {
  const { connection } = navigator as WorkerNavigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
