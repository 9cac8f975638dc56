import {
  requestNotification,
  forgetNotification,
  isNotificationWanted,
  takeNotifications,
} from '../core/submissions/notifications.ts';
import { useStored } from './use-stored.ts';
import { db } from './database.ts';

/** Whether a notification can reach somebody who has left: the worker has to be woken for it. Asks nobody. */
export const canNotify = (): boolean =>
  'Notification' in window &&
  'serviceWorker' in navigator &&
  'SyncManager' in window &&
  Notification.permission !== 'denied';

/** Asks the person, once, and the device to tell when a submission is sent. False: the person or the browser said no. */
export async function tellWhenSent(id: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await requestNotification(db, id);
  return true;
}

/** Takes that back. */
export const cancelNotification = (id: string): Promise<void> => forgetNotification(db, id);

/** Whether the sender of a submission is to be told. */
export const useIsNotificationWanted = (id: string): boolean =>
  useStored(() => isNotificationWanted(db, id), [id]).value ?? false;

/** Drops the notifications of a visible page, which shows the results itself. Never rejects. */
export async function markNotificationsSeen(): Promise<void> {
  if (document.visibilityState === 'visible') await takeNotifications(db).catch(() => undefined);
}

/**
 * The submissions whose form in this tab waits for the result or has shown it. In a file without the queue, so that a reader does
 * not load it.
 */
export const awaited = new Set<string>();
