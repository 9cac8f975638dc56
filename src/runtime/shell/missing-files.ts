const RELOADED_AT = 'reloaded-for-missing-files';
const AT_MOST_EVERY_MS = 60_000;

/**
 * For a page whose files could not be had: reloads, because the server may have those of a newer release only. At most once a
 * minute, and never while a form has unsaved text. Otherwise, the error screen tells.
 */
export async function reloadForMissingFiles(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (!navigator.onLine || held.some(({ name }) => name === 'unsaved')) return;
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AT_MOST_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
