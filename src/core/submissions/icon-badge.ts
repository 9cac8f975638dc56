import type { Database } from '../store/database.ts';

/** How many submissions are on this device and not with us, those that need their sender among them. */
export const countUnsent = (db: Database): Promise<number> => db.entries.filter(({ step }) => step !== 'email').count();

/** Shows that number on the installed app's icon, where the system can. Never rejects. */
export async function showOnIcon(count: number): Promise<void> {
  // None takes the sign away. A browser without an installed app may refuse.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
}
