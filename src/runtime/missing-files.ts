import { UNSAVED_LOCK } from '../core/locks/names.ts';

const RELOADED_AT = 'reloaded-for-missing-files';
const AT_MOST_EVERY_MS = 60_000;

/**
 * Loads the files of a page to be shown. Reloads if they are missing, because the server may have
 * only a newer release's: at most once a minute, and never while a form has unsaved text. Otherwise
 * the error screen is shown.
 */
export function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  let isLeaving = false;
  globalThis.addEventListener?.('beforeunload', () => (isLeaving = true));
  return load().catch((error: unknown) => {
    // A browser aborts loading when the page is left, which a reload would undo.
    if (!isLeaving) void reload().catch(() => undefined);
    throw error;
  });
}

async function reload(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (held.some(({ name }) => name === UNSAVED_LOCK)) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AT_MOST_EVERY_MS) return;
  // Rejects without the server: a reload would replace the page by the browser's error.
  await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
