import { readPush } from '../src/core/domain/push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows the notification of a push. Browsers require one for every push, also for an unreadable one. */
export async function showPush(data: Pick<PushMessageData, 'text'> | null): Promise<void> {
  const { title, body, tag, path } = readPush(data?.text() ?? '');
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
  });
}
