const KEY = 'linked-request';

/** The id of the request that a link opened in this tab; null for none, and before hydration. */
export function linkedOfTab(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Keeps the id of the request that a link opened until the tab ends: the address does not have it, and a
 * phone may discard the tab.
 */
export function keepLinked(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // A browser that blocks storage shows it until the page is left.
  }
}
