export interface DeviceStorage {
  /** Bytes; null if the browser does not tell. */
  usage: number | null;
  quota: number | null;
  /** The browser does not clear it when space gets short; null if it does not tell. */
  isPersisted: boolean | null;
  caches: { name: string; entries: number }[];
}

/** Data that the site or the portal stores in a browser. */
export interface StoredData {
  /** The data and its retention, as a page says it. */
  text: string;
  /**
   * The place in the browser: `database/<name>/<store>`, with the key for the store of single
   * facts; `cache/<name>`; `local/<key>`; `session/<key>`. A `*` stands for a part that differs
   * between devices.
   */
  places: readonly string[];
}

let isAsked = false;

/**
 * Asks the browser not to clear this site's storage when space gets short. Resolves with whether it
 * agreed; never rejects.
 */
export async function askToPersist(): Promise<boolean> {
  isAsked = true;
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}

/** Asks by itself, once a page at most: some browsers prompt the person. */
export function askToPersistOnce(): void {
  if (!isAsked) void askToPersist();
}

/** The space in use, and the caches. Facts that a browser does not tell are left out. */
export async function readStorage(): Promise<DeviceStorage> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  const isPersisted = await navigator.storage?.persisted?.().catch(() => undefined);
  return {
    usage: estimate?.usage ?? null,
    quota: estimate?.quota ?? null,
    isPersisted: isPersisted ?? null,
    caches: await countCaches().catch(() => []),
  };
}

async function countCaches(): Promise<DeviceStorage['caches']> {
  const names = await caches.keys();
  return Promise.all(
    names.map(async (name) => ({ name, entries: (await (await caches.open(name)).keys()).length })),
  );
}
