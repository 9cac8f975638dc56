import { readPush } from '../src/core/domain/push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Shows a push message's notification. Browsers require one for every push, so an unreadable
 * message shows one too.
 */
export async function showPush(data: Pick<PushMessageData, 'text'> | null): Promise<void> {
  const { title, body, tag, path } = readPush(data?.text() ?? '');
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
  });
}
