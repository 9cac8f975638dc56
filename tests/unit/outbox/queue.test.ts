import { describe, expect, test, vi } from 'vitest';
import { createMemoryQueue } from '../../../src/core/outbox/memory-queue.ts';
import type { Fresh } from '../../../src/core/outbox/entry.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { createQueue, enqueue, type Queue } from '../../../src/core/outbox/queue.ts';
import type { OutboxEntry, Receipt } from '../../../src/core/store/device-schema.ts';
import { fillDisk } from '../support/broken-store.ts';
import { OFFLINE, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, createOutbox, fresh, MINUTE, pdf } from '../support/outbox.ts';

const bytesOf = (size: number) => ({ bytes: new Uint8Array(size).fill(1).buffer });

const receiptOf = ({ id, kind, userId }: OutboxEntry): Receipt => ({
  ...{ id, kind, userId },
  settledAt: 1,
  refusal: null,
});

const QUEUES: [string, () => { queue: Queue; add: (fresh: Fresh) => unknown }][] = [
  [
    'on the device',
    () => {
      const { db } = createOutbox();
      return { queue: createQueue(db), add: (one) => enqueue(db, one) };
    },
  ],
  [
    'in memory',
    () => {
      const queue = createMemoryQueue();
      return { queue, add: (one) => queue.add(one) };
    },
  ],
];

describe.each(QUEUES)('a queue %s', (_, createOne) => {
  async function createFilled() {
    const { queue, add } = createOne();
    const made = fresh(application, pdf());
    await add(made);
    const size = async () => (await queue.readFile(made.entry.id))?.bytes.byteLength ?? null;
    return { queue, entry: made.entry, size };
  }

  test('lists and finds an entry, and reads its file', async () => {
    const { queue, entry, size } = await createFilled();
    expect(await queue.list()).toEqual([entry]);
    expect(await queue.find(entry.id)).toEqual(entry);
    expect(await queue.isCurrent(entry)).toBe(true);
    expect(await size()).toBe(64);
    expect([await queue.find('unknown'), await queue.readFile('unknown')]).toEqual([
      undefined,
      null,
    ]);
  });

  test('changes an entry only if nobody else has since it was read', async () => {
    const { queue, entry } = await createFilled();
    const next = await queue.update(entry, { serverMayHave: 'file' });
    expect(next).toEqual({ ...entry, serverMayHave: 'file', revision: 1 });
    expect(await queue.update(entry, { serverMayHave: 'record' })).toBeNull();
    expect([await queue.isCurrent(entry), await queue.find(entry.id)]).toEqual([false, next]);
  });

  test('keeps, replaces or deletes the file with a change', async () => {
    const { queue, entry, size } = await createFilled();
    let current: OutboxEntry | null = entry;
    const sizes: (number | null)[] = [];
    for (const file of [undefined, bytesOf(9), null]) {
      current = current && (await queue.update(current, { step: 'row' }, file));
      sizes.push(await size());
    }
    expect(sizes).toEqual([64, 9, null]);
  });

  test('replaces an entry and its file by its receipt', async () => {
    const { queue, entry, size } = await createFilled();
    const current = await queue.update(entry, { step: 'row' });
    expect(await queue.settle(entry, receiptOf(entry))).toBe(false);
    expect(await queue.find(entry.id)).toEqual(current);
    expect(current && (await queue.settle(current, receiptOf(entry)))).toBe(true);
    expect([await queue.list(), await size()]).toEqual([[], null]);
    expect(await queue.find(entry.id)).toEqual(receiptOf(entry));
  });

  test('neither changes nor settles an entry that is gone', async () => {
    const { queue, entry } = await createFilled();
    await queue.settle(entry, receiptOf(entry));
    expect(await queue.update(entry, { step: 'row' })).toBeNull();
    expect(await queue.settle(entry, receiptOf(entry))).toBe(false);
    expect(await queue.isCurrent(entry)).toBe(false);
  });

  test('lets two flushes at once send an entry once, and go on after a failure', async () => {
    const { queue, entry } = await createFilled();
    const { outbox, server, clock } = createOutbox();
    const run = () => flush({ ...outbox, queue }, { eager: true });
    server.scripts.row = [SERVER_ERROR, SERVER_ERROR];
    await Promise.all([run(), run()]);
    expect((await queue.list()).map(({ step }) => step)).toEqual(['row']);
    server.scripts.row = [];
    clock.now += MINUTE;
    await run();
    expect([server.files.size, [...server.rows.keys()]]).toEqual([1, [entry.id]]);
    expect(await queue.find(entry.id)).toMatchObject({ alert: 'sent' });
  });
});

describe('a queue in memory', () => {
  test('gives an entry out as far as it got, once', async () => {
    const { outbox, server } = createOutbox();
    const queue = createMemoryQueue();
    const { entry, file } = fresh(application, pdf());
    queue.add({ entry, file });
    server.scripts.row = [OFFLINE];
    await flush({ ...outbox, queue }, { eager: true });
    expect(queue.take(entry.id)).toMatchObject({
      entry: { id: entry.id, step: 'row', serverMayHave: 'record' },
      file,
    });
    expect([queue.take(entry.id), await queue.list()]).toEqual([null, []]);
  });

  test('tells its listeners of each change', async () => {
    const queue = createMemoryQueue();
    const { entry, file } = fresh(booking);
    queue.add({ entry, file });
    const listener = vi.fn();
    const stop = queue.subscribe(listener);
    const next = await queue.update(entry, { step: 'email' });
    await queue.update(entry, { step: 'email' });
    expect(listener).toHaveBeenCalledTimes(1);
    if (next) await queue.settle(next, receiptOf(next));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    queue.add({ entry, file });
    await queue.update(entry, { step: 'email' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test('forgets the receipt of an entry that is added again', async () => {
    const queue = createMemoryQueue();
    const { entry, file } = fresh(booking);
    queue.add({ entry, file });
    await queue.settle(entry, receiptOf(entry));
    queue.add({ entry, file });
    expect(await queue.find(entry.id)).toEqual(entry);
  });
});

describe('a change that a full device could not write', () => {
  async function createChanged() {
    const { db, queue, enqueue: add } = createOutbox();
    const entry = await add(application, pdf());
    fillDisk(db);
    const change = await queue.update(entry, { step: 'row' }, bytesOf(9));
    if (!change) throw new Error('The change was refused');
    return { db, queue, entry, change };
  }

  test('lies over the stored entry and its file', async () => {
    const { db, queue, entry, change } = await createChanged();
    const { id } = entry;
    expect(change).toMatchObject({ id, step: 'row' });
    expect([await queue.list(), await queue.find(id)]).toEqual([[change], change]);
    expect([await queue.isCurrent(change), await queue.isCurrent(entry)]).toEqual([true, false]);
    expect((await queue.readFile(id))?.bytes.byteLength).toBe(9);
    expect(await db.entries.toArray()).toEqual([entry]);
    expect((await db.files.get(id))?.bytes.byteLength).toBe(64);
  });

  test('is followed by further changes, and refuses one made to the entry before', async () => {
    const { queue, entry, change } = await createChanged();
    const next = await queue.update(change, { step: 'email' });
    expect(next).toMatchObject({ step: 'email' });
    expect(await queue.find(entry.id)).toEqual(next);
    expect((await queue.readFile(entry.id))?.bytes.byteLength).toBe(9);
    expect(await queue.settle(change, receiptOf(change))).toBe(false);
  });

  test('is written with the next change once there is room', async () => {
    const { db, queue, entry, change } = await createChanged();
    vi.restoreAllMocks();
    const next = await queue.update(change, { step: 'email' });
    expect(await db.entries.toArray()).toEqual([next]);
    expect(await createQueue(db).find(entry.id)).toEqual(next);
  });

  test('ends with its entry, which leaves its receipt once there is room', async () => {
    const { db, queue, entry, change } = await createChanged();
    expect(await queue.settle(change, receiptOf(entry))).toBe(true);
    expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
    expect([await queue.list(), await queue.readFile(entry.id)]).toEqual([[], null]);
  });

  test('ends when another context changes the entry', async () => {
    const { db, queue, entry, change } = await createChanged();
    vi.restoreAllMocks();
    const theirs = await createQueue(db).update(entry, { serverMayHave: 'file' });
    expect(await queue.isCurrent(change)).toBe(false);
    expect(await queue.update(change, { step: 'email' })).toBeNull();
    expect(await queue.find(entry.id)).toEqual(theirs);
    expect((await queue.readFile(entry.id))?.bytes.byteLength).toBe(64);
  });
});
