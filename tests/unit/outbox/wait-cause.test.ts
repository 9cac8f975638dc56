import { expect, test } from 'vitest';
import { createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';
import { SIGNED_OUT } from '../support/fake-admin-backend.ts';
import {
  ACCEPTED,
  NOT_OUR_SERVER,
  OFFLINE,
  RATE_LIMITED,
  SERVER_ERROR,
} from '../support/fake-backend.ts';
import { contact, createOutbox, HOUR, MINUTE } from '../support/outbox.ts';

test.each([
  ['offline', OFFLINE],
  ['not-our-server', NOT_OUR_SERVER],
  ['server', SERVER_ERROR],
  ['rate-limited', RATE_LIMITED],
  ['signed-out', SIGNED_OUT],
] as const)('a deletion and an addition that met %s say so', async (cause, answer) => {
  const { server, seed, remove, add, deletions, additions, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  server.scripts.deleteRows = [answer];
  await flush();
  await add(picture, jpeg());
  server.scripts.insertRow = [answer];
  server.scripts.deleteRows = [answer];
  await flush();
  expect((await deletions('bookings')).map((one) => one.cause)).toEqual([cause]);
  expect((await additions('gallery_images')).map((one) => one.cause)).toEqual([cause]);
});

test.each([
  ['offline', OFFLINE],
  ['not-our-server', NOT_OUR_SERVER],
  ['server', SERVER_ERROR],
  ['rate-limited', RATE_LIMITED],
] as const)('a request that met %s says so in My requests', async (cause, answer) => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  expect(await requests()).toMatchObject([{ state: 'waiting', cause: null }]);
  server.scripts.row = [answer];
  await flush();
  expect(await requests()).toMatchObject([{ state: 'waiting', cause }]);
});

test('a request that was not tried names the missing connection that ended the run', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  await enqueue(contact);
  server.scripts.row = [OFFLINE];
  await flush();
  expect((await requests()).map(({ cause }) => cause)).toEqual(['offline', 'offline']);
});

test('a request that is newer than the last missing connection does not blame it', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [OFFLINE];
  await flush();
  await enqueue(contact);
  expect((await requests()).map(({ cause }) => cause)).toEqual([null, 'offline']);
});

test('a request under the rate limit of another names the limit until it is over', async () => {
  const { server, clock, enqueue, requests, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [OFFLINE];
  await flush();
  clock.now += HOUR;
  await enqueue();
  server.scripts.row = [RATE_LIMITED];
  await flush();
  expect((await requests()).map(({ cause }) => cause)).toEqual(['rate-limited', 'rate-limited']);
  expect((await requests(clock.now + 11 * MINUTE)).map(({ cause }) => cause)).toEqual([
    'rate-limited',
    'offline',
  ]);
});

test('a newer missing connection replaces an older failure of the server', async () => {
  const { server, enqueue, requests, flush } = createOutbox();
  await enqueue();
  server.scripts.row = [SERVER_ERROR];
  await flush();
  await enqueue(contact);
  server.scripts.row = [OFFLINE];
  await flush();
  expect((await requests()).map(({ cause }) => cause)).toEqual(['offline', 'offline']);
});

test('a deletion keeps its cause while it is tried again', async () => {
  const { server, clock, seed, remove, deletions, flush } = createAdminOutbox();
  await remove('bookings', await seed('bookings', 2));
  const seen: unknown[] = [];
  server.scripts.deleteRows = [
    SERVER_ERROR,
    async () => seen.push(...(await deletions('bookings')).map(({ cause }) => cause)),
  ];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect(seen).toEqual(['server']);
});

test('a request keeps its cause while it is tried again, and has none once it is sent', async () => {
  const { server, clock, enqueue, requests, flush } = createOutbox();
  await enqueue();
  const seen: unknown[] = [];
  server.scripts.row = [
    SERVER_ERROR,
    async () => {
      seen.push(...(await requests()).map(({ state, cause }) => [state, cause]));
      return ACCEPTED;
    },
  ];
  await flush();
  clock.now += MINUTE;
  await flush();
  expect(seen).toEqual([['sending', 'server']]);
  expect(await requests()).toMatchObject([{ state: 'sent', cause: null }]);
});

test('a change that waits for a session is sent by the next run after the sign-in', async () => {
  const { server, add, additions, flush } = createAdminOutbox();
  await add(posting);
  server.scripts.insertRow = [SIGNED_OUT];
  expect(await flush()).toMatchObject({ nextInMs: null });
  expect(await additions('careers')).toMatchObject([{ cause: 'signed-out', state: 'waiting' }]);
  await flush();
  expect(await additions('careers')).toEqual([]);
  expect(server.rows.size).toBe(1);
});
