import { readPush } from '../src/core/domain/push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows what the server pushed. Browsers ask that every push shows something, also one that cannot be read. */
export async function showPush(data: Pick<PushMessageData, 'text'> | null): Promise<void> {
  const { title, body, tag, path } = readPush(data?.text() ?? '');
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
  });
}
