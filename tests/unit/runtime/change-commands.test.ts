import { beforeEach, expect, test, vi } from 'vitest';
import type * as storing from '../../../src/core/changes/change-store.ts';
import type { PreparePicture } from '../../../src/core/changes/change-deps.ts';
import { create, createAll, notStoredText } from '../../../src/portal/sync/change-commands.ts';
import { serveChanges } from '../../../src/portal/sync/serve-changes.ts';
import { OFFLINE } from '../support/fake-backend.ts';
import { ANN, createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';

const { page, disk } = vi.hoisted(() => ({
  page: {} as Pick<
    ReturnType<typeof createAdminOutbox>,
    'db' | 'replica' | 'server' | 'deps' | 'queue'
  >,
  disk: { isFull: true, room: Infinity },
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
  serveOwner: () => undefined,
}));
vi.mock('../../../src/runtime/auth/session.ts', () => ({
  administrator: () => ({ id: ANN }),
  currentReplica: () => ({ userId: ANN, replica: page.replica }),
}));
vi.mock('../../../src/runtime/auth/portal-server.ts', () => ({
  adminBackendOf: () => page.server.backend,
}));
vi.mock('../../../src/portal/create/prepare-picture.ts', () => ({
  preparePicture: (...args: Parameters<PreparePicture>) => page.deps.preparePicture(...args),
}));
vi.mock('../../../src/portal/sync/sync.ts', () => ({ syncNow: async () => undefined }));
vi.mock('../../../src/core/changes/change-store.ts', async (original) => {
  const { storeChange, ...others } = await original<typeof storing>();
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  return {
    ...others,
    storeChange: (...args: Parameters<typeof storeChange>) =>
      disk.isFull || (args[3]?.byteLength ?? 0) > disk.room ? full() : storeChange(...args),
  };
});

let outbox: ReturnType<typeof createAdminOutbox>;
beforeEach(() => {
  outbox = createAdminOutbox();
  Object.assign(page, outbox);
  serveChanges();
  disk.isFull = true;
  disk.room = Infinity;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const rows = () => [...outbox.server.rows.keys()];

test.each([
  ['a posting', posting, undefined],
  ['a picture', picture, new File([jpeg().bytes], 'kitchen.jpeg')],
])(
  '%s whose answer was lost on a full device is added once, however often it is sent',
  async (_, creation, file) => {
    outbox.server.scripts.insertRow = ['lost', 'lost'];
    const first = await create(creation, file);
    expect(first.outcome === 'not-stored' && notStoredText(first)).toContain('may have been added');
    await create(creation, file);
    expect(await create(creation, file)).toMatchObject({ outcome: 'done' });
    expect(rows()).toHaveLength(1);
  },
);

test('a change that could not be sent on a full device is sent under its id once there is room', async () => {
  outbox.server.scripts.insertRow = ['lost'];
  await create(posting);
  disk.isFull = false;
  expect(await create(posting)).toMatchObject({ outcome: 'done' });
  expect(rows()).toHaveLength(1);
});

test('the same thing added once more is another', async () => {
  await create(posting);
  await create(posting);
  expect(rows()).toHaveLength(2);
});

const photo = (name: string) => new File([jpeg(500).bytes], name, { type: 'image/jpeg' });

test('twelve pictures are all stored before the first is prepared', async () => {
  disk.isFull = false;
  const { db, deps } = outbox;
  const { preparePicture } = deps;
  const atPreparing: number[] = [];
  deps.preparePicture = async (...args) => {
    atPreparing.push(await db.entries.count());
    return preparePicture(...args);
  };
  const saved: number[] = [];
  const additions = Array.from({ length: 12 }, (_, i) => ({
    creation: picture,
    pictures: [photo(`${i}.jpg`)],
  }));
  const results = await createAll(additions, (count) => saved.push(count));
  expect(atPreparing[0]).toBe(12);
  expect(saved).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'done'));
  expect(rows()).toHaveLength(12);
});

test('a device without room for a photo as it was taken stores the prepared one', async () => {
  disk.isFull = false;
  disk.room = 100;
  const { db, deps, server } = outbox;
  deps.preparePicture = async ([picked]) => ({
    ok: true,
    file: { ...jpeg(50), name: `${picked?.name}.webp` },
  });
  server.scripts.uploadPicture = [OFFLINE];
  expect(await create(picture, photo('kitchen.jpg'))).toMatchObject({ outcome: 'waiting' });
  expect(await db.entries.toArray()).toMatchObject([
    { step: 'file', file: { name: 'kitchen.jpg.webp', size: 50 } },
  ]);
  expect((await db.files.toArray()).map(({ bytes }) => bytes.byteLength)).toEqual([50]);
});

test('a file that is empty is refused with its reason, and holds up no other', async () => {
  disk.isFull = false;
  const results = await createAll([
    { creation: picture, pictures: [new File([], 'empty.jpg')] },
    { creation: picture, pictures: [photo('kitchen.jpg')] },
  ]);
  expect(results).toMatchObject([
    { outcome: 'refused', attention: { message: expect.stringContaining('empty') } },
    { outcome: 'done' },
  ]);
});
