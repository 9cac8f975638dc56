import {
  requestNotification,
  forgetNotification,
  isNotificationWanted,
  takeNotifications,
} from '../core/waiting/notifications.ts';
import { useStored } from './use-stored.ts';
import { db } from './database.ts';

/**
 * Whether a notification can reach a person who left the page: the worker has to be woken for it.
 * Does not prompt.
 */
export const canNotify = (): boolean =>
  'Notification' in window &&
  'serviceWorker' in navigator &&
  'SyncManager' in window &&
  Notification.permission !== 'denied';

/**
 * Asks the person, once, and records that a submission's sender wants a notification. False: the
 * person or the browser refused.
 */
export async function notifyWhenSent(id: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await requestNotification(db, id);
  return true;
}

export const cancelNotification = (id: string): Promise<void> => forgetNotification(db, id);

/** Whether a submission's sender wants a notification. */
export const useIsNotificationWanted = (id: string): boolean =>
  useStored(() => isNotificationWanted(db, id), [id]).value ?? false;

/** Removes the notifications of a visible page, which shows the results itself. Never rejects. */
export async function markNotificationsSeen(): Promise<void> {
  if (document.visibilityState === 'visible') await takeNotifications(db).catch(() => undefined);
}

/**
 * The entries whose form or screen in this tab waits for the result or has shown it. In this file,
 * so that a reader does not load the queue.
 */
export const awaited = new Set<string>();
