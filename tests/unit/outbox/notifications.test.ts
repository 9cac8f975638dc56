import { expect, test } from 'vitest';
import {
  requestNotification,
  forgetNotification,
  isNotificationWanted,
  takeNotifications,
} from '../../../src/core/waiting/notifications.ts';
import { countUnsent } from '../../../src/core/waiting/my-requests.ts';
import { ACCEPTED, IN_PROGRESS, OFFLINE, REFUSED } from '../support/fake-backend.ts';
import { contact, createOutbox } from '../support/outbox.ts';

test('a waiting request causes no notification, and a sent one causes one, if its sender asked', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  await requestNotification(db, id);
  server.scripts.row = [OFFLINE];
  await flush();
  expect(await takeNotifications(db)).toEqual([]);

  await flush(true);

  expect(await takeNotifications(db)).toEqual([{ id, noun: 'booking', isSent: true }]);
  expect(await takeNotifications(db)).toEqual([]);
});

test('a refused message causes a notification that it needs its sender', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue(contact);
  await requestNotification(db, id);
  server.scripts.row = [REFUSED];
  await flush();

  expect(await takeNotifications(db)).toEqual([{ id, noun: 'message', isSent: false }]);
});

test('a stored booking causes a notification that it is sent while its alert is retried', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  await requestNotification(db, id);
  server.scripts.email = [OFFLINE];
  await flush();

  expect(await takeNotifications(db)).toEqual([{ id, noun: 'booking', isSent: true }]);
});

test('a sender who did not ask, or changed their mind, gets no notification', async () => {
  const { db, enqueue, flush } = createOutbox();
  await enqueue();
  const { id } = await enqueue();
  await requestNotification(db, id);
  expect(await isNotificationWanted(db, id)).toBe(true);
  await forgetNotification(db, id);
  await flush();

  expect(await takeNotifications(db)).toEqual([]);
});

test('a wish for a booking that its sender took back is forgotten', async () => {
  const { db, enqueue } = createOutbox();
  const { id } = await enqueue();
  await requestNotification(db, id);
  await db.entries.delete(id);

  expect(await takeNotifications(db)).toEqual([]);
  expect(await isNotificationWanted(db, id)).toBe(false);
});

test('a request counts as waiting until it is stored, also when it needs its sender', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  await enqueue();
  await enqueue(contact);
  expect(await countUnsent(db)).toBe(2);
  server.scripts.row = [ACCEPTED, REFUSED];
  server.scripts.email = [IN_PROGRESS];

  await flush();

  expect(await countUnsent(db)).toBe(1);
});
