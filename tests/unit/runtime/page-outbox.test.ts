import { describe, expect, test, vi } from 'vitest';
import { FLUSH_LOCK } from '../../../src/core/locks/names.ts';
import { createMemoryQueue } from '../../../src/core/outbox/memory-queue.ts';
import { WAITS } from '../../../src/core/outbox/waits.ts';
import type { PageOutboxDeps, SubmittingForm } from '../../../src/runtime/page-outbox.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import { closedError, fillDisk } from '../support/broken-store.ts';
import { createFakeLocks } from '../support/fake-locks.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, contact, createOutbox, fresh, pdf } from '../support/outbox.ts';
import { BUSY_LOCKS, createTimers, never, pageOf } from '../support/page.ts';

const changed = { ...booking, values: { ...booking.values, notes: 'Ring twice' } };

/** A page over a fresh device, whose waits end when the test says so. */
function createPage(deps: Partial<PageOutboxDeps<VisitorPorts>> = {}) {
  const device = createOutbox();
  const timers = createTimers();
  const memory = createMemoryQueue();
  const requestSync = vi.fn();
  const askToPersist = vi.fn();
  const page = pageOf(
    { db: device.db, ...device.outbox },
    { memory, after: timers.after, requestSync, askToPersist, ...deps },
  );
  /** The ids of the server's rows. */
  const sent = () => [...device.server.rows.keys()];
  return { ...device, ...page, memory, requestSync, askToPersist, sent, pass: timers.pass };
}

/** A new booking's form. */
const form = (changes: Partial<SubmittingForm> = {}): SubmittingForm => ({
  key: 'booking',
  ownsStored: true,
  isTried: false,
  replaces: null,
  onStored: () => undefined,
  isLeft: () => false,
  ...changes,
});

/** Makes the next transaction wait. Returns a function that ends the wait. */
function delayStore({ db }: Pick<ReturnType<typeof createOutbox>, 'db'>): () => void {
  let end = () => {};
  const gate = new Promise<void>((resolve) => (end = resolve));
  const transaction = db.transaction.bind(db) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(db, 'transaction').mockImplementationOnce(((...args: unknown[]) =>
    gate.then(() => transaction(...args))) as never);
  return () => end();
}

describe('a submission', () => {
  test('is done once it is sent, with the outcome of its alert', async () => {
    const { submit, sent, memory } = createPage();
    const booked = fresh(booking);
    const result = await submit(booked, form());
    expect(result).toMatchObject({ outcome: 'done', id: booked.entry.id, hasOnlyFormer: false });
    expect(result.outcome === 'done' && (await result.alert)).toBe('sent');
    expect(sent()).toEqual([booked.entry.id]);
    expect(await memory.list()).toEqual([]);
  });

  test('is done before its alert, whose failure is told later', async () => {
    const { submit, server } = createPage();
    let fail = () => {};
    server.scripts.email = [() => new Promise((resolve) => (fail = () => resolve(SERVER_ERROR)))];
    const result = await submit(fresh(booking), form());
    await vi.waitFor(() => expect(server.calls).toHaveLength(2));
    fail();
    expect(result.outcome === 'done' && (await result.alert)).toBe('not-sent');
  });

  test('waits on the device without a connection, and the browser is asked to keep it', async () => {
    const { submit, server, requests, requestSync, askToPersist } = createPage();
    server.scripts.row = [OFFLINE];
    const result = await submit(fresh(booking), form());
    const [request] = await requests();
    expect(result).toMatchObject({
      outcome: 'waiting',
      id: request?.id,
      reference: request?.reference,
      needsSender: false,
    });
    expect(requestSync).toHaveBeenCalledWith(request?.id);
    expect(askToPersist).toHaveBeenCalledTimes(1);
  });

  test('waits when its request takes longer than a person does', async () => {
    const { submit, server, pass } = createPage();
    server.scripts.row = [never];
    const result = submit(fresh(booking), form());
    await pass(WAITS.decision);
    expect(await result).toMatchObject({ outcome: 'waiting' });
  });

  test('goes back to its open form when it is refused', async () => {
    const { db, submit, server, requests } = createPage();
    server.scripts.row = [REFUSED];
    expect(await submit(fresh(booking), form())).toEqual({
      outcome: 'refused',
      attention: { reason: 'invalid', message: 'no' },
      replaces: null,
      isTried: false,
    });
    expect(await requests()).toEqual([]);
    expect(await db.forms.toArray()).toMatchObject([{ key: 'booking', values: booking.values }]);
  });

  test('stays in My requests when it is refused after its form was left', async () => {
    const { db, submit, server, requests } = createPage();
    server.scripts.row = [REFUSED];
    expect(await submit(fresh(booking), form({ isLeft: () => true }))).toMatchObject({
      outcome: 'waiting',
      needsSender: true,
    });
    expect(await requests()).toMatchObject([{ state: 'attention' }]);
    expect(await db.forms.count()).toBe(0);
  });

  test('stays in My requests when the device is too full to give it back to its form', async () => {
    const { db, submit, server, requests } = createPage();
    server.scripts.row = [
      async () => {
        vi.spyOn(db.forms, 'put').mockImplementation(
          () => Promise.reject(new DOMException('full', 'QuotaExceededError')) as never,
        );
        return REFUSED;
      },
    ];
    expect(await submit(fresh(booking), form())).toMatchObject({
      outcome: 'waiting',
      needsSender: true,
    });
    expect(await requests()).toMatchObject([{ state: 'attention' }]);
  });

  test('that two tabs send at once from one form is sent once', async () => {
    const { submit, sent } = createPage();
    const { entry } = fresh(contact);
    const results = await Promise.all(
      [0, 1].map(() => submit({ entry, file: null }, form({ key: 'contact' }))),
    );
    for (const result of results)
      expect(result).toMatchObject({ outcome: 'done', id: entry.id, hasOnlyFormer: false });
    expect(sent()).toEqual([entry.id]);
  });
});

describe('the stored values of a form', () => {
  const stored = { userId: null, values: {}, savedAt: 0 };

  test('go with their file in the transaction that stores its submission', async () => {
    const { db, submit } = createPage();
    const key = 'job_application';
    const keep = () =>
      Promise.all([
        db.forms.put({ ...stored, key, id: 'own' }),
        db.formFiles.put({ key, name: 'cv.pdf', bytes: pdf().bytes, savedAt: 0 }),
      ]);
    const count = async () => [await db.forms.count(), await db.formFiles.count()];
    await keep();
    await submit(fresh(application, pdf()), form({ key }));
    expect(await count()).toEqual([0, 0]);

    await keep();
    fillDisk(db);
    await submit(fresh(application, pdf()), form({ key }));
    expect(await count()).toEqual([1, 1]);
  });

  test('stay when they are another tab’s', async () => {
    const { db, submit } = createPage();
    await db.forms.put({ ...stored, key: 'booking', id: 'other' });
    await submit(fresh(booking), form({ ownsStored: false }));
    expect(await db.forms.toArray()).toMatchObject([{ id: 'other' }]);
  });
});

describe('on a device whose storage is slow, a submission', () => {
  test('that could not be sent meanwhile waits on the device after all', async () => {
    const device = createPage();
    const { submit, server, requests, pass, memory } = device;
    server.scripts.row = [OFFLINE, OFFLINE];
    const store = delayStore(device);
    const result = submit(fresh(booking), form());
    await pass(WAITS.store);
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    store();
    expect(await result).toMatchObject({ outcome: 'waiting' });
    expect(await requests()).toMatchObject([{ state: 'waiting', mayHaveArrived: true }]);
    expect(await memory.list()).toEqual([]);
  });

  test('that may have arrived meanwhile says so, while another tab sends', async () => {
    const device = createPage({ locks: BUSY_LOCKS });
    const { submit, server, requests, pass } = device;
    server.scripts.row = ['lost'];
    const store = delayStore(device);
    const result = submit(fresh(booking), form());
    await pass(WAITS.store);
    await vi.waitFor(() => expect(server.calls).toHaveLength(1));
    store();
    await pass(WAITS.decision);
    expect(await result).toMatchObject({ outcome: 'waiting' });
    expect(await requests()).toMatchObject([{ state: 'waiting', mayHaveArrived: true }]);
  });

  test('that was sent meanwhile leaves a receipt there, and nothing to send', async () => {
    const device = createPage();
    const { db, submit, server, requests, pass } = device;
    const store = delayStore(device);
    const result = submit(fresh(contact), form());
    await pass(WAITS.store);
    expect(await result).toMatchObject({ outcome: 'done', hasOnlyFormer: false });
    store();
    await vi.waitFor(async () => expect(await db.receipts.count()).toBe(1));
    expect(await db.entries.count()).toBe(0);
    expect(await requests()).toMatchObject([{ state: 'sent' }]);
    expect(server.rows.size).toBe(1);
  });

  test.each([
    ['on this page', true],
    ['after the page was closed', false],
  ])('that was refused meanwhile is sent once, as its sender corrects it %s', async (_, isHere) => {
    const device = createPage();
    const { db, submit, server, pass, flush } = device;
    server.scripts.row = [REFUSED];
    const store = delayStore(device);
    const one = fresh(booking);
    const result = submit(one, form());
    await pass(WAITS.store);
    const told = await result;
    if (told.outcome !== 'refused') throw new Error('It was not refused');
    store();
    await vi.waitFor(async () => expect(await db.entries.count()).toBe(1));

    const { id } = one.entry;
    const next = isHere ? device : pageOf({ db, ...device.outbox });
    await next.submit(fresh(changed, null, 0, id), form({ isTried: true }));
    await flush(true);

    expect([...server.rows.values()]).toEqual([{ id, ...changed.values }]);
  });
});

test('a submission that is stored after its form was told otherwise is sent once, under its id', async () => {
  const device = createPage();
  const { db, submit, server, sent, flush, pass } = device;
  server.scripts.file = [OFFLINE];
  const store = delayStore(device);
  const one = fresh(application, pdf());
  const applied = form({ key: 'job_application' });
  const result = submit(one, applied);
  await pass(WAITS.store);
  await pass(WAITS.lateStore);
  expect(await result).toMatchObject({ outcome: 'not-stored', replaces: null, isTried: true });
  store();
  await vi.waitFor(async () => expect(await db.entries.count()).toBe(1));

  const { id } = one.entry;
  await submit(fresh(application, pdf(), 0, id), applied);
  await flush(true);

  expect([sent(), await db.entries.count()]).toEqual([[id], 0]);
});

describe('on a device whose storage never answers, a submission', () => {
  function createSilent() {
    const page = createPage();
    vi.spyOn(page.db, 'transaction').mockImplementation(never as never);
    vi.spyOn(page.db.entries, 'toArray').mockImplementation(never as never);
    return page;
  }

  test('is sent from memory', async () => {
    const { submit, sent, pass } = createSilent();
    const { entry } = fresh(booking);
    const onStored = vi.fn();
    const result = submit({ entry, file: null }, form({ onStored }));
    await pass(WAITS.store);
    const done = await result;
    expect(done).toMatchObject({ outcome: 'done', id: entry.id });
    expect(done.outcome === 'done' && (await done.alert)).toBe('sent');
    expect(onStored).toHaveBeenCalledTimes(1);
    expect(sent()).toEqual([entry.id]);
  });

  test('that cannot be sent is kept by its form', async () => {
    const { submit, server, pass, memory } = createSilent();
    server.scripts.row = [SERVER_ERROR];
    const { entry } = fresh(booking);
    const result = submit({ entry, file: null }, form());
    await pass(WAITS.store);
    await pass(WAITS.lateStore);
    expect(await result).toMatchObject({
      outcome: 'not-stored',
      cause: 'server',
      mayHaveArrived: true,
      isTried: true,
    });
    expect(await memory.list()).toEqual([]);
  });
});

describe('on a full device, a submission', () => {
  function createFull() {
    const page = createPage();
    fillDisk(page.db);
    return page;
  }

  test('is sent from memory, also while another tab uploads', async () => {
    const { locks, locksOf } = createFakeLocks();
    void locksOf('other').request(FLUSH_LOCK, {}, never);
    const { db, submit, sent } = createPage({ locks });
    fillDisk(db);
    expect(await submit(fresh(booking), form())).toMatchObject({ outcome: 'done' });
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ['no response', OFFLINE, { cause: 'offline', mayHaveArrived: true }],
    ['a server in trouble', SERVER_ERROR, { cause: 'server', mayHaveArrived: true }],
  ])('that met %s is not called stored, and may have arrived', async (_, response, expected) => {
    const { submit, server } = createFull();
    server.scripts.row = [response];
    expect(await submit(fresh(booking), form())).toMatchObject({
      outcome: 'not-stored',
      ...expected,
    });
  });

  test('whose file was not uploaded cannot have arrived', async () => {
    const { submit, server } = createFull();
    server.scripts.file = [OFFLINE];
    expect(await submit(fresh(application, pdf()), form())).toMatchObject({
      outcome: 'not-stored',
      mayHaveArrived: false,
      replaces: null,
    });
  });

  test('that is refused goes back to its form', async () => {
    const { submit, server, memory } = createFull();
    server.scripts.row = [REFUSED];
    const one = fresh(booking);
    expect(await submit(one, form())).toMatchObject({
      outcome: 'refused',
      replaces: null,
      isTried: true,
    });
    expect(await memory.list()).toEqual([]);
  });

  test('keeps its own form’s id beside another one', async () => {
    const { submit, server, sent } = createFull();
    server.scripts.row = ['lost', 'lost'];
    const all = [fresh(booking), fresh(contact)];
    for (const one of all) {
      const result = await submit(one, form({ key: one.entry.kind }));
      expect(result).toMatchObject({ outcome: 'not-stored', replaces: { id: one.entry.id } });
    }
    expect(sent()).toEqual(all.map(({ entry }) => entry.id));
  });
});

describe('a submission that was neither stored nor known to be sent', () => {
  /** Its response was lost on a full device. */
  async function createKept() {
    const page = createPage();
    const { db, submit, server } = page;
    fillDisk(db);
    server.scripts.row = ['lost'];
    const result = await submit(fresh(booking), form());
    if (result.outcome !== 'not-stored') throw new Error('It was stored');
    const { replaces } = result;
    return { ...page, id: replaces?.id ?? '', again: form({ replaces }) };
  }

  test.each([
    ['the device has room again', true],
    ['the device is still full', false],
  ])('is sent once when it is handed in again, and %s', async (_, hasRoom) => {
    const { id, again, submit, sent, flush } = await createKept();
    if (hasRoom) vi.restoreAllMocks();
    expect(await submit(fresh(booking), again)).toMatchObject({
      outcome: 'done',
      id,
      hasOnlyFormer: false,
    });
    await flush(true);
    expect(sent()).toEqual([id]);
  });

  test.each([
    ['the device has room again', true],
    ['the device is still full', false],
  ])(
    'stays as it was on the server when it is changed, and its sender reads that (%s)',
    async (_, hasRoom) => {
      const { id, again, submit, server } = await createKept();
      if (hasRoom) vi.restoreAllMocks();
      expect(await submit(fresh(changed), again)).toMatchObject({
        outcome: 'done',
        id,
        hasOnlyFormer: true,
      });
      expect([...server.rows.values()]).toEqual([{ id, ...booking.values }]);
    },
  );

  test('may have arrived, also for its form that was left and opened again', async () => {
    const { id, server, submit, requests } = await createKept();
    vi.restoreAllMocks();
    server.scripts.row = [OFFLINE];
    await submit(fresh(booking, null, 0, id), form());
    expect(await requests()).toMatchObject([{ id, mayHaveArrived: true }]);
  });

  test('takes its form’s stored values with it', async () => {
    const { db, again, submit } = await createKept();
    vi.restoreAllMocks();
    const values = { ...booking.values, notes: 'Ring twice' };
    await db.forms.put({ key: 'booking', userId: null, id: 'another', values, savedAt: 1 });
    await submit(fresh(booking), again);
    expect(await db.forms.count()).toBe(0);
  });

  test('is kept again when it can still be neither stored nor sent', async () => {
    const { id, again, submit, server } = await createKept();
    server.scripts.row = [OFFLINE];
    expect(await submit(fresh(booking), again)).toMatchObject({
      outcome: 'not-stored',
      mayHaveArrived: true,
      replaces: { id },
    });
  });

  test('is kept under its id when it is refused, because it may have arrived', async () => {
    const { id, again, submit, server, sent } = await createKept();
    server.scripts.row = [REFUSED];
    const refused = await submit(fresh(changed), again);
    expect(refused).toMatchObject({
      outcome: 'refused',
      replaces: { id },
    });
    if (refused.outcome !== 'refused') return;
    const { replaces } = refused;
    expect(await submit(fresh(booking), form({ replaces }))).toMatchObject({
      outcome: 'done',
      id,
    });
    expect(sent()).toEqual([id]);
  });
});

describe('on a disk that has room for the entry and for nothing more, a submission', () => {
  function createTight() {
    const page = createPage();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const noRoom = new DOMException('FILE_ERROR_NO_SPACE', 'UnknownError');
    vi.spyOn(page.db.files, 'bulkPut').mockImplementation(() => Promise.reject(noRoom) as never);
    return { ...page, noRoom };
  }

  test('without a connection is not called stored, and is sent again under its id', async () => {
    const { db, submit, server, sent, flush } = createTight();
    server.scripts.row = [OFFLINE, OFFLINE];
    const result = await submit(fresh(booking), form());
    const [entry] = await db.entries.toArray();
    const id = entry?.id ?? '';
    expect(result).toMatchObject({ outcome: 'not-stored', mayHaveArrived: true, replaces: { id } });
    if (result.outcome !== 'not-stored') return;

    const { replaces } = result;
    expect(await submit(fresh(booking), form({ replaces }))).toMatchObject({
      outcome: 'done',
      id,
    });
    await flush(true);
    expect(sent()).toEqual([id]);
  });

  test('whose database fails with the disk is not called stored either', async () => {
    const { db, submit, server, noRoom } = createTight();
    server.scripts.row = [OFFLINE, OFFLINE];
    vi.spyOn(db.files, 'bulkPut').mockImplementation((() => {
      vi.spyOn(db, 'transaction').mockImplementation(() => Promise.reject(noRoom) as never);
      vi.spyOn(db.entries, 'toArray').mockImplementation(() => Promise.reject(noRoom) as never);
      return Promise.reject(noRoom);
    }) as never);
    expect(await submit(fresh(booking), form())).toMatchObject({
      outcome: 'not-stored',
      cause: 'offline',
      mayHaveArrived: true,
    });
  });

  test('whose first response was lost is sent from memory, once', async () => {
    const { submit, server, sent } = createTight();
    server.scripts.row = ['lost'];
    expect(await submit(fresh(booking), form())).toMatchObject({
      outcome: 'done',
      hasOnlyFormer: false,
    });
    expect(sent()).toHaveLength(1);
  });
});

describe('a submission that its sender edits', () => {
  async function createEdited() {
    const page = createPage();
    const { db, enqueue, edit } = page;
    const { id } = await enqueue();
    expect(await edit(id)).toBe(true);
    const replaces = (await db.forms.get('booking'))?.replaces ?? null;
    return { ...page, id, edited: form({ replaces }) };
  }

  test('wakes the worker when its half hour ends', async () => {
    const { id, requestSync } = await createEdited();
    expect(requestSync).toHaveBeenCalledWith(id);
  });

  test('is sent once with its changes, under its id', async () => {
    const { id, db, edited, submit, server } = await createEdited();
    expect(await submit(fresh(changed), edited)).toMatchObject({
      outcome: 'done',
      id,
      hasOnlyFormer: false,
    });
    expect([...server.rows.values()]).toEqual([{ id, ...changed.values }]);
    expect(await db.forms.count()).toBe(0);
  });

  test('and that was sent meanwhile stays as it was, and its sender reads that', async () => {
    const { id, clock, edited, submit, server, flush } = await createEdited();
    clock.now += WAITS.edit;
    await flush();
    expect(await submit(fresh(changed), edited)).toMatchObject({
      outcome: 'done',
      id,
      hasOnlyFormer: true,
    });
    expect([...server.rows.values()]).toEqual([{ id, ...booking.values }]);
  });

  test('and that is refused stays on the device and in its form', async () => {
    const { id, edited, submit, server, requests } = await createEdited();
    server.scripts.row = [REFUSED];
    expect(await submit(fresh(changed), edited)).toMatchObject({
      outcome: 'refused',
      replaces: { id },
    });
    expect(await requests()).toMatchObject([{ id, state: 'attention' }]);
  });

  test('and that is refused before a slow device has stored it stays on the device', async () => {
    const device = await createEdited();
    const { db, id, edited, submit, server, pass } = device;
    server.scripts.row = [REFUSED];
    const store = delayStore(device);
    const result = submit(fresh(changed), edited);
    await pass(WAITS.store);
    expect(await result).toMatchObject({ outcome: 'refused', replaces: { id } });
    const put = vi.spyOn(db.entries, 'put');
    store();
    await vi.waitFor(() => expect(put).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await db.entries.toArray()).toMatchObject([{ id }]);
  });

  test('and whose response was lost on a full device may have arrived', async () => {
    const { id, db, edited, submit, server, requests, undo } = await createEdited();
    fillDisk(db);
    server.scripts.row = ['lost'];
    expect(await submit(fresh(changed), edited)).toMatchObject({
      outcome: 'not-stored',
      mayHaveArrived: true,
      replaces: { id },
    });
    expect(await requests()).toMatchObject([{ id, mayHaveArrived: true }]);
    expect(await undo(id, false)).toBe(false);
  });

  test('and whose response was lost on a full device stays so on the server when it is changed again', async () => {
    const { id, db, edited, submit, server } = await createEdited();
    fillDisk(db);
    server.scripts.row = ['lost'];
    await submit(fresh(changed), edited);
    vi.restoreAllMocks();
    expect(await submit(fresh(booking), edited)).toMatchObject({
      outcome: 'done',
      id,
      hasOnlyFormer: true,
    });
    expect([...server.rows.values()]).toEqual([{ id, ...changed.values }]);
  });

  test('is sent as it was once its sender ends the edit', async () => {
    const { id, endEdit, sent } = await createEdited();
    await endEdit(id);
    expect(sent()).toEqual([id]);
  });

  test('and that was refused is not sent when its sender ends the edit', async () => {
    const { id, edited, submit, server, endEdit, requests, sent } = await createEdited();
    server.scripts.row = [REFUSED];
    await submit(fresh(changed), edited);
    await endEdit(id);
    expect([sent(), await requests()]).toMatchObject([[], [{ id, state: 'attention' }]]);
  });

  test('cannot be edited once it is sent, or gone', async () => {
    const { edit, enqueue, requestSync, flush } = createPage();
    const { id } = await enqueue();
    await flush();
    expect([await edit(id), await edit('unknown')]).toEqual([false, false]);
    expect(requestSync).not.toHaveBeenCalled();
  });
});

test('an entry that needs its sender is sent again when they retry it', async () => {
  const { enqueue, server, flush, retry, sent } = createPage();
  const { id } = await enqueue();
  server.scripts.row = [REFUSED];
  await flush();
  await retry(id);
  expect(sent()).toEqual([id]);
});

test.each([
  ['a database that was closed is flushed again in a minute', closedError('closed'), WAITS.closed],
  ['a browser that stores nothing is not flushed again', new Error('no IndexedDB'), null],
])('%s', async (_, error, nextInMs) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { db, outbox } = createOutbox();
  const list = () => Promise.reject(error);
  const { requestFlush, onFlushed } = pageOf({ db, ...outbox, queue: { ...outbox.queue, list } });
  const seen: (number | null)[] = [];
  onFlushed((next) => seen.push(next));
  await requestFlush({ eager: false });
  expect(seen).toEqual([nextInMs]);
});

test('on a full device an entry whose response was lost is not taken back as unsent', async () => {
  const { db, enqueue, server, flush, undo } = createPage();
  const { id } = await enqueue();
  fillDisk(db);
  server.scripts.row = ['lost'];
  await flush();
  expect([await undo(id, false), await db.entries.count()]).toEqual([false, 1]);
  expect([await undo(id, true), await db.entries.count()]).toEqual([true, 0]);
});

test('an entry whose response was lost on a full device may have arrived when it is edited', async () => {
  const { db, enqueue, server, flush, edit, requests } = createPage();
  const { id } = await enqueue();
  fillDisk(db);
  server.scripts.row = ['lost'];
  await flush();
  vi.restoreAllMocks();
  expect(await edit(id)).toBe(true);
  expect(await requests()).toMatchObject([{ id, mayHaveArrived: true }]);
});

test('listeners read after a flush when the next entry is due', async () => {
  const { enqueue, server, requestFlush, onFlushed } = createPage();
  const seen: (number | null)[] = [];
  onFlushed((next) => seen.push(next));
  await enqueue();
  server.scripts.row = [SERVER_ERROR];
  await requestFlush({ eager: false });
  expect(seen).toEqual([2_000]);
});
