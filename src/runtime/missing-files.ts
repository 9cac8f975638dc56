const RELOADED_AT = 'reloaded-for-missing-files';
const AT_MOST_EVERY_MS = 60_000;

/**
 * Loads the files of a page that is to be shown. Reloads when they can't be had, because the server may have those of a newer
 * release only: at most once a minute, and never while a form has unsaved text. Otherwise, the error screen tells.
 */
export function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  let isLeaving = false;
  globalThis.addEventListener?.('beforeunload', () => (isLeaving = true));
  return load().catch((error: unknown) => {
    // A browser stops loading when somebody leaves, which a reload would undo.
    if (!isLeaving) void reload().catch(() => undefined);
    throw error;
  });
}

async function reload(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === 'unsaved')) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AT_MOST_EVERY_MS) return;
  // Rejects where the server can't be reached: a reload would then replace the page by the browser's error.
  await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
