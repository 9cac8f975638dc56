const RELOADED_AT = 'reloaded-for-missing-files';
const AT_MOST_EVERY_MS = 60_000;

/**
 * Reloads a page that asks for a file which the server no longer has, because a new release came while it was open: at most
 * once a minute, and never while a form has unsaved text. Otherwise, the error screen tells.
 */
export function reloadWhenFilesAreMissing(): void {
  addEventListener('vite:preloadError', () => void reload().catch(() => undefined));
}

async function reload(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (!navigator.onLine || held.some(({ name }) => name === 'unsaved')) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AT_MOST_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
