import { expect, test } from 'vitest';
import { SERVER_ERROR } from '../support/fake-backend.ts';
import { contact, createOutbox, HOUR } from '../support/outbox.ts';

test.each([
  ['forward', 2 * HOUR],
  ['back', -2 * HOUR],
])('a clock that jumps two hours %s neither loses an entry nor holds it up', async (_, jump) => {
  const { server, clock, enqueue, flush } = createOutbox();
  const { id } = await enqueue(contact);
  server.scripts.row = [SERVER_ERROR];
  await flush();
  clock.now += jump;
  await flush();
  expect(server.rows.has(id)).toBe(true);
});
