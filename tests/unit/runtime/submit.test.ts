import type { Backend } from '../../../src/core/server/backend.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mintId } from '../../../src/core/domain/mint-id.ts';
import type * as storing from '../../../src/core/submissions/new-submission.ts';
import { submit } from '../../../src/runtime/submit.ts';
import { OFFLINE, REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { FLUSH_LOCK } from '../../../src/core/locks/names.ts';
import { booking, contact, createOutbox } from '../support/outbox.ts';

/** Before the flusher is loaded, which reads them once. */
const { locksOf } = await vi.hoisted(async () => {
  const { createFakeLocks } = await import('../support/fake-locks.ts');
  const fake = createFakeLocks();
  vi.stubGlobal('navigator', { locks: fake.locks });
  return fake;
});

const { page, disk } = vi.hoisted(() => ({
  page: {} as Pick<ReturnType<typeof createOutbox>, 'db' | 'queue' | 'backend'>,
  disk: { write: async () => {}, hasRoom: true, fail: () => {} },
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
vi.mock('../../../src/core/store/prove-room.ts', () => ({
  proveRoom: async () => {
    disk.fail();
    return disk.hasRoom;
  },
}));
vi.mock('../../../src/runtime/storage.ts', () => ({ askToPersistOnce: () => undefined }));
vi.mock('../../../src/core/submissions/new-submission.ts', async (original) => {
  const { storeEntry, ...others } = await original<typeof storing>();
  return {
    ...others,
    storeEntry: (...args: Parameters<typeof storeEntry>) =>
      disk.write().then(() => storeEntry(...args)),
  };
});

let outbox: ReturnType<typeof createOutbox>;
beforeEach(() => {
  outbox = createOutbox();
  Object.assign(page, outbox);
  Object.assign(disk, { write: async () => {}, hasRoom: true, fail: () => {} });
});

const ignored = () => undefined;
const form = {
  onStored: ignored,
  isLeft: () => false,
  get draft() {
    return { id: mintId(), isStored: true };
  },
};

test('a submission that is written down late, and could not be sent meanwhile, waits on the device after all', async () => {
  outbox.server.scripts.row = [OFFLINE, OFFLINE];
  disk.write = () => new Promise((resolve) => setTimeout(resolve, 3_500));

  expect(await submit(booking, null, null, form)).toMatchObject({ outcome: 'waiting' });
  expect(await outbox.requests()).toMatchObject([{ state: 'waiting' }]);
});

test.each([
  ['is handed back to its form', false, { outcome: 'refused' }, []],
  [
    'waits for its sender in My requests when its form was left meanwhile',
    true,
    { outcome: 'waiting', needsSender: true },
    [{ state: 'attention' }],
  ],
])('a submission that is refused %s', async (_, isLeft, outcome, requests) => {
  outbox.server.scripts.row = [REFUSED];
  disk.write = async () => {};

  expect(await submit(booking, null, null, { ...form, isLeft: () => isLeft })).toMatchObject(
    outcome,
  );
  expect(await outbox.requests()).toMatchObject(requests);
});

test.each([
  ['no answer', OFFLINE, { cause: 'offline', mayHaveArrived: true }],
  ['a server in trouble', SERVER_ERROR, { cause: 'server' }],
])(
  'a submission that can be neither stored nor sent tells that it met %s',
  async (_, answer, met) => {
    vi.spyOn(console, 'warn').mockImplementation(ignored);
    outbox.server.scripts.row = [answer];
    disk.write = () => Promise.reject(new Error('full'));

    expect(await submit(booking, null, null, form)).toMatchObject({
      outcome: 'not-stored',
      ...met,
    });
  },
);

test('a draft that two tabs submit at once becomes one submission', async () => {
  const shared = { ...form, draft: { id: mintId(), isStored: true } };
  const results = await Promise.all([
    submit(contact, null, null, shared),
    submit(contact, null, null, shared),
  ]);
  for (const result of results)
    expect(result).toMatchObject({ outcome: 'done', id: shared.draft.id, hadArrived: false });
  expect([...outbox.server.rows.keys()]).toEqual([shared.draft.id]);
});

test('a submission leaves the stored draft of another tab', async () => {
  await outbox.db.drafts.put({ form: 'booking', id: 'other', values: {}, savedAt: 0 });
  await submit(booking, null, null, { ...form, draft: { id: mintId(), isStored: false } });
  expect(await outbox.db.drafts.toArray()).toMatchObject([{ id: 'other' }]);
});

describe('on a disk that has room for the entry and for nothing more', () => {
  beforeEach(() => (disk.hasRoom = false));

  test('a submission without a connection is not called saved, and goes again under its id', async () => {
    outbox.server.scripts.row = [OFFLINE, OFFLINE];
    const result = await submit(booking, null, null, form);
    expect(result).toMatchObject({ outcome: 'not-stored', mayHaveArrived: true });
    const [entry] = await outbox.db.entries.toArray();
    expect(result).toMatchObject({ edits: { id: entry?.id } });

    expect(await submit(booking, null, null, form)).toMatchObject({ outcome: 'done' });
    await outbox.flush();
    expect([...outbox.server.rows.keys()]).toEqual([entry?.id]);
  });

  test('a submission whose database fails with the disk is not called saved either', async () => {
    vi.spyOn(console, 'warn').mockImplementation(ignored);
    const noSpace = new DOMException('FILE_ERROR_NO_SPACE', 'UnknownError');
    const { db, server } = outbox;
    server.scripts.row = [OFFLINE, OFFLINE];
    disk.fail = () => {
      vi.spyOn(db, 'transaction').mockImplementation(() => Promise.reject(noSpace) as never);
      vi.spyOn(db.entries, 'toArray').mockImplementation(() => Promise.reject(noSpace) as never);
    };
    expect(await submit(booking, null, null, form)).toMatchObject({
      outcome: 'not-stored',
      cause: 'offline',
      mayHaveArrived: true,
    });
  });

  test('a submission whose first answer was lost is sent from memory, once', async () => {
    outbox.server.scripts.row = ['lost'];
    expect(await submit(booking, null, null, form)).toMatchObject({
      outcome: 'done',
      hadArrived: false,
    });
    expect(outbox.server.rows.size).toBe(1);
  });
});

test('a submission refused from memory is not sent again by a storage that answers late', async () => {
  let answer = () => {};
  disk.write = () => new Promise((resolve) => (answer = resolve));
  outbox.server.scripts.row = [REFUSED];
  expect(await submit(contact, null, null, form)).toMatchObject({
    outcome: 'refused',
    edits: null,
  });

  disk.write = async () => {};
  expect(await submit(contact, null, null, form)).toMatchObject({ outcome: 'done' });
  const add = vi.spyOn(outbox.db.entries, 'add');
  answer();
  await vi.waitFor(() => expect(add).toHaveBeenCalled());
  await add.mock.results[0]?.value;
  await vi.waitFor(async () => expect(await outbox.db.entries.count()).toBe(0));
  await outbox.flush();
  expect(outbox.server.rows.size).toBe(1);
});

test('a submission is sent from memory in a browser whose storage never answers', async () => {
  const never = () => new Promise<never>(() => undefined);
  disk.write = never;
  vi.spyOn(outbox.db.entries, 'toArray').mockImplementation(never as never);
  vi.spyOn(outbox.db, 'transaction').mockImplementation(never as never);
  expect(await submit(booking, null, null, form)).toMatchObject({ outcome: 'done' });
  expect(outbox.server.rows.size).toBe(1);
});

test('a submission in memory is sent while another tab uploads', async () => {
  vi.spyOn(console, 'warn').mockImplementation(ignored);
  let release = (): void => undefined;
  void locksOf('other').request(FLUSH_LOCK, {}, () => new Promise<void>((end) => (release = end)));
  disk.write = () => Promise.reject(new Error('full'));
  expect(await submit(booking, null, null, form)).toMatchObject({ outcome: 'done' });
  release();
});

test('a submission that was sent before the storage answered leaves a receipt there, and nothing to send', async () => {
  let answer = () => {};
  disk.write = () => new Promise((resolve) => (answer = resolve));
  const result = await submit(contact, null, null, form);
  expect(result).toMatchObject({ outcome: 'done', hadArrived: false });
  answer();
  await vi.waitFor(async () => expect(await outbox.db.receipts.count()).toBe(1));
  expect(await outbox.db.entries.count()).toBe(0);
  expect(await outbox.requests()).toMatchObject([{ state: 'sent' }]);
});

test('two forms that can be neither stored nor sent are each sent again under their own id', async () => {
  vi.spyOn(console, 'warn').mockImplementation(ignored);
  outbox.server.scripts.row = ['lost', 'lost'];
  disk.write = () => Promise.reject(new Error('full'));
  for (const submission of [booking, contact])
    expect(await submit(submission, null, null, form)).toMatchObject({ outcome: 'not-stored' });

  for (const submission of [booking, contact])
    expect(await submit(submission, null, null, form)).toMatchObject({ outcome: 'done' });
  expect(outbox.server.rows.size).toBe(2);
});
