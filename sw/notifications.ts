import { ENTITIES } from '../src/core/domain/entities.ts';
import { SUBMISSION_KINDS } from '../src/core/domain/submission.ts';
import type { Database } from '../src/core/store/database.ts';
import { takeNotifications } from '../src/core/submissions/notifications.ts';

declare const self: ServiceWorkerGlobalScope;

const REQUESTS = '/requests';

/** A page that is being closed counts as looked at until it is gone. */
const CLOSED_WITHIN_MS = 2000;

/**
 * Notifies each sender who asked for it of the result. Other people may see the screen, so the text quotes nothing of the submission.
 * With a visible page of the site, the page shows the result.
 */
export async function showNotifications(db: Database): Promise<void> {
  if (Notification.permission !== 'granted') return;
  if ((await isLookedAt()) && (await after(CLOSED_WITHIN_MS).then(isLookedAt))) return;
  for (const { id, kind, isSent } of await takeNotifications(db)) {
    const noun = ENTITIES[SUBMISSION_KINDS[kind].table].one.toLowerCase();
    await self.registration.showNotification(
      isSent ? `Your ${noun} has been sent` : `Your ${noun} needs your attention`,
      {
        body: isSent
          ? 'My requests has its reference.'
          : 'It could not be sent. My requests says why, and what to do.',
        icon: '/icons/icon-192.png',
        tag: id,
      },
    );
  }
}

async function isLookedAt(): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window' });
  return windows.some(({ visibilityState }) => visibilityState === 'visible');
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Leads from a notification to where the submissions are listed, in a page of the site that is open if there is one. */
export async function openRequests(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === REQUESTS);
  await (open ? open.focus() : self.clients.openWindow(REQUESTS));
}
