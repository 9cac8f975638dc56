import {
  CREW_PATH,
  isPortalPath,
  OPEN_PATH,
  REQUESTS_PATH,
} from '../src/core/domain/push-message.ts';
import type { Database } from '../src/core/store/database.ts';
import { takeNotifications } from '../src/core/waiting/notifications.ts';

declare const self: ServiceWorkerGlobalScope;

const REQUESTS_PAGE = /^\/requests$/;
const CREW_PAGE = /^\/crew\/?$/;
const PORTAL_PAGES = /^\/admin(\/|$)/;

/** A page that is being closed counts as visible until it is gone. */
const CLOSED_WITHIN_MS = 2000;

/**
 * Notifies each sender who asked for it of the result. Other people may see the screen, so the text
 * quotes nothing of the submission. A visible page of the site shows the result itself.
 */
export async function showNotifications(db: Database): Promise<void> {
  if (Notification.permission !== 'granted') return;
  if ((await isLookedAt()) && (await after(CLOSED_WITHIN_MS).then(isLookedAt))) return;
  for (const { id, noun, isSent } of await takeNotifications(db)) {
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

/**
 * Opens a notification's page. A push opens its record in the portal, in an existing window through
 * its router where there is one; the crew's opens its page, any other one My requests.
 */
export async function openNotified(notification: Pick<Notification, 'data'>): Promise<void> {
  const { path } = (notification.data ?? {}) as { path?: unknown };
  const windows = await self.clients.matchAll({ type: 'window' });
  const openAt = (wanted: RegExp) => windows.find(({ url }) => wanted.test(new URL(url).pathname));
  if (!isPortalPath(path)) {
    const [page, address] =
      path === CREW_PATH ? [CREW_PAGE, CREW_PATH] : [REQUESTS_PAGE, REQUESTS_PATH];
    await (openAt(page)?.focus() ?? self.clients.openWindow(address));
    return;
  }
  const portal = openAt(PORTAL_PAGES);
  if (!portal) {
    await self.clients.openWindow(path);
    return;
  }
  await portal.focus();
  portal.postMessage({ type: OPEN_PATH, path });
}
