import type { Backend } from '../../../src/core/server/backend.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import type { Retry } from '../../../src/core/store/device-schema.ts';
import { retryRequest } from '../../../src/runtime/request-commands.ts';
import { RATE_LIMITED } from '../support/fake-backend.ts';
import { booking, contact, createOutbox, HOUR } from '../support/outbox.ts';

const { page } = vi.hoisted(() => ({
  page: {} as Pick<ReturnType<typeof createOutbox>, 'db' | 'queue' | 'backend'>,
}));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));
vi.mock('../../../src/runtime/queue.ts', () => ({
  get queue() {
    return page.queue;
  },
}));
vi.mock('../../../src/core/server/supabase-backend.ts', () => ({
  // Made once for all tests.
  createSupabaseBackend: (): Backend => ({
    uploadResume: (...args) => page.backend.uploadResume(...args),
    insertRecord: (...args) => page.backend.insertRecord(...args),
    sendAlert: (...args) => page.backend.sendAlert(...args),
  }),
}));
vi.mock('../../../src/runtime/worker.ts', () => ({ requestSync: async () => undefined }));

let outbox: ReturnType<typeof createOutbox>;
beforeEach(() => {
  outbox = createOutbox();
  Object.assign(page, outbox);
  vi.spyOn(Date, 'now').mockImplementation(() => outbox.clock.now);
});

/** An entry that the server delayed by an hour. */
async function limited(submission: Submission): Promise<void> {
  const { id } = await outbox.enqueue(submission);
  const retry: Retry = { reason: 'rate-limited', at: outbox.clock.now, delayMs: HOUR };
  await outbox.db.entries.update(id, { state: { name: 'waiting', tries: 1, retry } });
}

test('a request sent now that rests under another’s rate limit is said to wait for that', async () => {
  await limited(booking);
  const { id } = await outbox.enqueue(booking);
  expect(await retryRequest(id)).toEqual({ cause: 'rate-limited' });
  expect(outbox.server.calls).toEqual([]);
});

test('a rate limit that is over, or of another list, holds no request back', async () => {
  await limited(contact);
  const { id } = await outbox.enqueue(booking);
  expect(await retryRequest(id)).toBeNull();

  await limited(booking);
  outbox.clock.now += 2 * HOUR;
  const next = await outbox.enqueue(booking);
  expect(await retryRequest(next.id)).toBeNull();
});

test('a request sent now shows the cause of its own attempt’s failure', async () => {
  const { id } = await outbox.enqueue(booking);
  outbox.server.scripts.row = [RATE_LIMITED];
  expect(await retryRequest(id)).toEqual({ cause: 'rate-limited' });
});

test('a request that was not tried, since another found no connection, is said to wait for one', async () => {
  await outbox.enqueue(booking);
  const { id } = await outbox.enqueue(booking);
  outbox.server.scripts.row = [{ outcome: 'retry', reason: 'offline' }];
  expect(await retryRequest(id)).toEqual({ cause: 'offline' });
});

test('a request that this device fails at is not said to wait for a connection', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { id } = await outbox.enqueue(booking);
  outbox.server.scripts.row = [() => Promise.reject(new TypeError('x is undefined'))];
  expect(await retryRequest(id)).toEqual({ cause: 'device' });
});
