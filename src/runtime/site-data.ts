/** The key of the install id in localStorage, which outlives a deleted database. */
export const INSTALL_ID = 'install-id';

/**
 * Whether this device may store something of ours, so that the outbox has work. True where the
 * browser cannot tell or denies storage, because the outbox's notices say so.
 */
export async function mayHaveSiteData(): Promise<boolean> {
  try {
    return (
      localStorage.getItem(INSTALL_ID) !== null ||
      !('databases' in indexedDB) ||
      (await indexedDB.databases()).length > 0
    );
  } catch {
    return true;
  }
}
