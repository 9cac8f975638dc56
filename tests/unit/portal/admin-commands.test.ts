import { beforeEach, expect, test, vi } from 'vitest';
import type { PreparePicture } from '../../../src/core/mutations/admin-mutation.ts';
import type { FileRow } from '../../../src/core/store/device-schema.ts';
import { answerBookings } from '../../../src/portal/booking/send-answers.ts';
import { create, createAll } from '../../../src/portal/create/create-rows.ts';
import { removeRows } from '../../../src/portal/list/remove-rows.ts';
import { notStoredText } from '../../../src/portal/send-entries.ts';
import { ANN, createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';
import { fillDisk, QUOTA } from '../support/broken-store.ts';
import { OFFLINE, REFUSED } from '../support/fake-backend.ts';
import { pageOf } from '../support/page.ts';

const { page } = vi.hoisted(() => ({
  page: { user: null } as {
    db: unknown;
    outbox: unknown;
    replica: unknown;
    user: { id: string } | null;
    preparePicture: PreparePicture;
  },
}));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));
vi.mock('../../../src/runtime/outbox.ts', () => ({
  get outbox() {
    return page.outbox;
  },
}));
vi.mock('../../../src/runtime/auth/session.ts', () => ({
  administrator: () => page.user,
  currentReplica: () => ({ userId: ANN, replica: page.replica }),
}));
vi.mock('../../../src/portal/create/prepare-picture.ts', () => ({
  preparePicture: (...args: Parameters<PreparePicture>) => page.preparePicture(...args),
}));
vi.mock('../../../src/portal/sync/sync.ts', () => ({ syncNow: async () => undefined }));
vi.mock('../../../src/portal/sync/use-lists.ts', () => ({ bringUpLists: async () => undefined }));

let device: ReturnType<typeof createAdminOutbox>;
beforeEach(() => {
  device = createAdminOutbox();
  const { db, replica, outbox, ports } = device;
  Object.assign(page, { db, replica, outbox: pageOf({ db, ...outbox }), user: { id: ANN } });
  page.preparePicture = (...args) => ports.preparePicture(...args);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const rows = () => [...device.server.rows.keys()];

const ADDITIONS = [
  ['a posting', posting, undefined],
  ['a picture', picture, new File([jpeg().bytes], 'kitchen.jpeg')],
] as const;

test.each(ADDITIONS)(
  '%s whose response was lost on a full device is added once, however often it is sent',
  async (_, creation, file) => {
    fillDisk(device.db);
    device.server.scripts.insertRow = ['lost', 'lost'];
    const first = await create(creation, file);
    expect(first.outcome === 'not-stored' && notStoredText(first)).toContain('may have been added');
    await create(creation, file);
    expect(await create(creation, file)).toMatchObject({ outcome: 'done' });
    expect(rows()).toHaveLength(1);
  },
);

test.each(ADDITIONS)(
  '%s that was refused after a lost response on a full device is added once when it is sent again',
  async (_, creation, file) => {
    fillDisk(device.db);
    device.server.scripts.insertRow = ['lost', REFUSED];
    await create(creation, file);
    expect(await create(creation, file)).toMatchObject({ outcome: 'refused' });
    expect(await create(creation, file)).toMatchObject({ outcome: 'done' });
    expect(rows()).toHaveLength(1);
  },
);

test('an addition that could not be sent on a full device is sent under its id once there is room', async () => {
  fillDisk(device.db);
  device.server.scripts.insertRow = ['lost'];
  await create(posting);
  vi.restoreAllMocks();
  expect(await create(posting)).toMatchObject({ outcome: 'done' });
  expect(rows()).toHaveLength(1);
});

test('an addition that was pulled before it is sent again stays as the server has it', async () => {
  await device.seed('careers', 1);
  fillDisk(device.db);
  device.server.scripts.insertRow = ['lost'];
  const lost = await create(posting);
  const id = (lost.outcome === 'not-stored' && lost.fresh?.entry.id) || '';
  const row = { id, created_at: '2026-11-21T12:00:00+00:00', rev: 10 };
  await device.pulled('careers', id, row);

  expect(await create(posting)).toMatchObject({ outcome: 'done' });

  expect(await device.kept('careers')).toContainEqual(row);
});

test('the same thing added once more is another', async () => {
  fillDisk(device.db);
  await create(posting);
  await create(posting);
  expect(rows()).toHaveLength(2);
});

test('a refused addition goes back to its form, and nothing of it waits', async () => {
  device.server.scripts.insertRow = [REFUSED];
  expect(await create(posting)).toMatchObject({ outcome: 'refused' });
  expect(await device.db.entries.count()).toBe(0);
});

const photo = (name: string) => new File([jpeg(500).bytes], name, { type: 'image/jpeg' });

test('twelve pictures are all stored before the first is prepared', async () => {
  const { db, ports } = device;
  const { preparePicture } = ports;
  const atPreparing: number[] = [];
  ports.preparePicture = async (...args) => {
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
  const { db, ports, server } = device;
  const put = db.files.put.bind(db.files);
  vi.spyOn(db.files, 'put').mockImplementation(((row: FileRow) =>
    row.bytes.byteLength > 100 ? Promise.reject(QUOTA) : put(row)) as typeof db.files.put);
  ports.preparePicture = async ([picked]) => ({
    ok: true,
    file: { ...jpeg(50), name: `${picked?.name}.webp` },
    small: jpeg(5).bytes,
  });
  server.scripts.uploadPicture = [OFFLINE];
  expect(await create(picture, photo('kitchen.jpg'))).toMatchObject({ outcome: 'waiting' });
  expect(await db.entries.toArray()).toMatchObject([
    { step: 'file', file: { name: 'kitchen.jpg.webp', size: 50 } },
  ]);
  const sizes = (await db.files.toArray()).map((file) => [
    file.bytes.byteLength,
    file.second?.byteLength,
  ]);
  expect(sizes).toEqual([[50, 5]]);
});

test('a file that is empty is refused with its reason, and delays no other', async () => {
  const results = await createAll([
    { creation: picture, pictures: [new File([], 'empty.jpg')] },
    { creation: picture, pictures: [photo('kitchen.jpg')] },
  ]);
  expect(results).toMatchObject([
    { outcome: 'refused', attention: { message: expect.stringContaining('empty') } },
    { outcome: 'done' },
  ]);
});

test('rows are removed and bookings answered, also on a full device', async () => {
  const { db, server, seedBooking, seed } = device;
  const booking = await seedBooking();
  const [posted] = await seed('careers', 1);
  const values = { kind: 'declined', day: null, time_slot: null, message: null } as const;
  fillDisk(db);
  expect(await answerBookings([{ booking, values }])).toMatchObject([{ outcome: 'done' }]);
  expect(await removeRows('careers', posted ? [posted] : [], 'an-id')).toMatchObject({
    outcome: 'done',
  });
  expect([[...server.events.values()], rows()]).toEqual([['declined'], [`bookings/${booking.id}`]]);
});

test('without a signed-in administrator nothing is stored or sent', async () => {
  page.user = null;
  const booking = { id: 'one', rev: 1 };
  const values = { kind: 'declined', day: null, time_slot: null, message: null } as const;
  const nobody = { outcome: 'not-stored', cause: 'signed-out', fresh: null };
  expect([
    await create(posting),
    await removeRows('careers', [], 'an-id'),
    ...(await answerBookings([{ booking, values }])),
  ]).toEqual([nobody, nobody, nobody]);
  expect([device.server.calls, await device.db.entries.count()]).toEqual([[], 0]);
});
