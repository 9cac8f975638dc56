import { expect, test } from 'vitest';
import {
  requestNotification,
  forgetNotification,
  isNotificationWanted,
  takeNotifications,
} from '../../../src/core/submissions/notifications.ts';
import { countUnsent } from '../../../src/core/submissions/notifications.ts';
import { ACCEPTED, IN_PROGRESS, OFFLINE, REFUSED } from '../support/fake-backend.ts';
import { contact, createOutbox } from '../support/outbox.ts';

test('nobody is told of what still waits, and whoever asked is told once when it is sent', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  await requestNotification(db, id);
  server.scripts.row = [OFFLINE];
  await flush();
  expect(await takeNotifications(db)).toEqual([]);

  await flush(true);

  expect(await takeNotifications(db)).toEqual([{ id, kind: 'booking', isSent: true }]);
  expect(await takeNotifications(db)).toEqual([]);
});

test('a message that is refused is told as one that needs its sender', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue(contact);
  await requestNotification(db, id);
  server.scripts.row = [REFUSED];
  await flush();

  expect(await takeNotifications(db)).toEqual([{ id, kind: 'contact', isSent: false }]);
});

test('a booking that is stored is told as sent while the email about it is tried again', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const { id } = await enqueue();
  await requestNotification(db, id);
  server.scripts.email = [OFFLINE];
  await flush();

  expect(await takeNotifications(db)).toEqual([{ id, kind: 'booking', isSent: true }]);
});

test('who did not ask, or no longer wants it, is told nothing', async () => {
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
