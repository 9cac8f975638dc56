import { Dexie } from 'dexie';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listMyRequests } from '../../src/core/waiting/my-requests.ts';
import type { VisitorPorts } from '../../src/core/mutations/visitor-mutation.ts';
import { createSubmission, VISITOR_MUTATIONS } from '../../src/core/mutations/visitors.ts';
import { DEVICE } from '../../src/core/outbox/deliver.ts';
import { underFlushLock, type Outbox } from '../../src/core/outbox/flush.ts';
import { enqueue } from '../../src/core/outbox/queue.ts';
import { createFakeLocks } from '../unit/support/fake-locks.ts';
import { core } from './core.ts';
import type { Fault } from './faults.ts';
import { moveTime } from './moved-time.ts';
import { startProxy } from './proxy.ts';
import { randomOf } from './random.ts';
import { drawWish, submissionOf } from './actors/wishes.ts';
import type { Wish } from './ledger.ts';
import { readSubmissions } from './records.ts';
import { openSite, type Site } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NONE: Fault = { kind: 'none' };
const NEVER_ANSWERED: Fault = { kind: 'late' };

let site: Site;
beforeAll(async () => {
  site = await openSite(1);
});
afterAll(() => site.close());

/** A device whose network applies the given faults to successive requests of a kind. */
async function createDevice(
  name: string,
  kind: Wish['kind'],
  faults: Fault[],
  place: VisitorPorts['place'] = 'page',
) {
  const requests: string[] = [];
  const proxy = await startProxy({
    target: site.server.url,
    killServer: () => site.server.kill(),
    fateOf: ({ path }) => {
      requests.push(path);
      return { fault: faults.shift() ?? NONE, device: name };
    },
    // The request hangs without an answer.
    outlast: () => undefined,
  });
  const db = core.openDatabase(name);
  onTestFinished(async () => {
    await proxy.close();
    db.close();
    await Dexie.delete(name);
  });
  const wish = wishOf(name, kind);
  site.inbox.calm(wish.email);
  const outbox: Outbox<VisitorPorts> = {
    queue: core.createQueue(db),
    mutations: VISITOR_MUTATIONS,
    ports: { backend: core.createBackend(proxy.url, fetch), place, onState: async () => undefined },
    device: DEVICE,
  };

  async function save(file = wish.file) {
    const fresh = createSubmission(submissionOf(wish, site.positions), file, Date.now());
    if (!fresh) throw new Error('not valid');
    await enqueue(db, fresh);
    return fresh.entry.id;
  }

  return {
    proxy,
    requests,
    save,
    flush: (isCancelled?: () => boolean) =>
      core.flush(outbox, { eager: true, ...(isCancelled && { isCancelled }) }),
    read: async () =>
      (await listMyRequests(db, outbox.queue, async () => ({ now: Date.now(), isFlushing: true })))
        .submissions,
    received: async () =>
      (await readSubmissions(site, [wish.email], site.inbox.taken)).rows.get(wish.email) ?? [],
  };
}

/** A wish of this kind that the server accepts. */
function wishOf(name: string, kind: Wish['kind']): Wish {
  for (let seed = 0; ; seed++) {
    const wish = drawWish(randomOf(name, seed), `${name}@example.com`, Date.now());
    if (wish.kind === kind && !wish.isRefusable) return wish;
  }
}

/** Whether the work has ended after everything that can happen now. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  const stillRuns = new Promise((resolve) => setTimeout(() => resolve('still runs'), 100));
  return (await Promise.race([work.catch(() => undefined), stillRuns])) !== 'still runs';
}

const came = (requests: readonly string[], count: number) =>
  expect.poll(() => requests.length).toBe(count);

test('a request times out after thirty seconds; it may still arrive, and then there is one record', async () => {
  const time = moveTime();
  const { proxy, requests, save, flush, read, received } = await createDevice(
    'thirty-seconds',
    'contact',
    [NEVER_ANSWERED],
  );
  const id = await save();
  const flushed = flush();
  await came(requests, 1);

  time.pass(30 * SECOND - 1);
  expect(await hasEnded(flushed)).toBe(false);
  time.pass(1);
  expect(await hasEnded(flushed)).toBe(true);
  expect(await read()).toMatchObject([{ id, state: 'waiting', mayHaveArrived: true }]);

  await proxy.deliverLate('thirty-seconds', false);
  await flush();
  expect(await read()).toMatchObject([{ id, state: 'sent' }]);
  expect(await received()).toMatchObject([{ id }]);
});

test.each([
  ['ten minutes in a page', 'page', 10 * MINUTE],
  ['150 seconds in the worker', 'worker', 150 * SECOND],
] as const)('a résumé of ten megabytes has %s', async (_, place, patience) => {
  const time = moveTime();
  const name = `ten-megabytes-${place}`;
  const { proxy, requests, save, flush, received } = await createDevice(
    name,
    'job_application',
    [NONE, NEVER_ANSWERED],
    place,
  );
  const bytes = new Uint8Array(10 * 1024 * 1024);
  bytes.set([0x25, 0x50, 0x44, 0x46]);
  const id = await save({
    name: 'cv.pdf',
    type: 'application/pdf',
    extension: 'pdf',
    bytes: bytes.buffer,
  });
  const flushed = flush();
  // The first request asks for the bucket.
  await came(requests, 2);

  time.pass(patience - 1);
  expect(await hasEnded(flushed)).toBe(false);
  time.pass(1);
  expect(await hasEnded(flushed)).toBe(true);

  await proxy.deliverLate(name, false);
  await flush();
  expect(await received()).toMatchObject([{ id, path: `${id}.pdf` }]);
});

test('a lock held by a frozen tab for four minutes is stolen, and entries that both send arrive once', async () => {
  const time = moveTime();
  const { locks } = createFakeLocks();
  const { proxy, requests, save, flush, read, received } = await createDevice('frozen', 'contact', [
    NEVER_ANSWERED,
  ]);
  const id = await save();
  let wasCancelled = () => false;
  const frozen = underFlushLock(locks, (isCancelled) => {
    wasCancelled = isCancelled;
    return flush(isCancelled);
  });
  await came(requests, 1);
  time.freeze();
  const later = underFlushLock(locks, flush);

  time.pass(4 * MINUTE - 1);
  expect(await hasEnded(later)).toBe(false);
  expect(requests).toHaveLength(1);
  time.pass(1);
  await later;
  expect(wasCancelled()).toBe(true);
  expect(await read()).toMatchObject([{ id, state: 'sent' }]);

  // The frozen tab's requests arrive as well, and its connection breaks.
  await proxy.deliverLate('frozen', false);
  await proxy.close();
  await frozen;
  expect(await read()).toMatchObject([{ id, state: 'sent', isAlertPending: false }]);
  expect(await received()).toMatchObject([{ id }]);
});
