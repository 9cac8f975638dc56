import { expect, test } from 'vitest';
import { readTexts } from '../../../src/core/sync/read-texts.ts';
import { createCopy, USER } from '../support/copy.ts';

const nameOf = ({ name }: { name: string }) => name;

test('every row has its text, newest first, however many there are', async () => {
  const { db, server, pull } = createCopy();
  const ids = [...server.add(2_100, 'bookings', { name: 'Ann' }), ...server.add(1, 'bookings', { name: 'Isla' })];
  server.add(1, 'careers');
  await pull(['bookings', 'careers']);

  const texts = await readTexts(db, { userId: USER, table: 'bookings', textOf: nameOf });

  expect([...texts.keys()]).toEqual(ids.toReversed());
  expect([...new Set(texts.values())]).toEqual(['Isla', 'Ann']);
});

test('a list of exactly one batch ends', async () => {
  const { db, server, pull } = createCopy();
  server.add(1_000, 'bookings', { name: 'Ann' });
  await pull();
  expect((await readTexts(db, { userId: USER, table: 'bookings', textOf: nameOf })).size).toBe(1_000);
});

test('another user has no text of it', async () => {
  const { db, server, pull } = createCopy();
  server.add(1);
  await pull();
  expect(await readTexts(db, { userId: 'user-2', table: 'bookings', textOf: nameOf })).toEqual(new Map());
});
