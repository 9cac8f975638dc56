/**
 * Whether an answer is the built file: a 200 that is not HTML in place of another type, as captive
 * portals answer.
 */
export function isBuiltFile(file: string, { status, headers }: Response): boolean {
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html');
  return status === 200 && (!isPage || file.endsWith('.html'));
}

/** The same for a network answer; an HTML file also has to be one of our pages. */
export const isFile = async (file: string, answer: Response): Promise<boolean> =>
  isBuiltFile(file, answer) &&
  (!file.endsWith('.html') || (await answer.clone().text()).includes('<div id="root"'));

/** Fetches a built file. Rejects for any other answer. */
export async function fetchFile(file: string): Promise<Response> {
  const response = await fetch(file);
  if (!(await isFile(file, response)))
    throw new Error(`${file} could not be had: HTTP ${response.status}`);
  return response;
}

/** Built files in a cache beside the release's precache. Their names change with their contents. */
export function createFileCache(name: string) {
  const isThere = () => caches.has(name);

  const cachedFiles = async (): Promise<string[]> =>
    (await isThere())
      ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      : [];

  const missingOf = async (files: Iterable<string>): Promise<string[]> => {
    const cached = new Set(await cachedFiles());
    return [...files].filter((file) => !cached.has(file));
  };

  return {
    isThere,
    missingOf,
    /**
     * Fetches the missing files, all or none. Rejects when one cannot be had or is not the built
     * file.
     */
    async addMissing(files: Iterable<string>): Promise<void> {
      const answers = await Promise.all(
        (await missingOf(files)).map(async (file) => [file, await fetchFile(file)] as const),
      );
      const cache = await caches.open(name);
      await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)));
    },
    async dropOthers(files: ReadonlySet<string>): Promise<void> {
      const others = (await cachedFiles()).filter((file) => !files.has(file));
      if (others.length === 0) return;
      const cache = await caches.open(name);
      await Promise.all(others.map((file) => cache.delete(file)));
    },
    /** The cached file, in whichever cache it is, or else the server's. */
    answer: async (request: Request): Promise<Response> =>
      (await caches.match(request)) ?? fetch(request),
  };
}
