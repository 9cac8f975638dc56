import { beforeEach, expect, test, vi } from 'vitest';
import type * as storing from '../../../src/core/changes/change-store.ts';
import { create } from '../../../src/portal/sync/change-commands.ts';
import { ANN, createAdminOutbox, jpeg, picture, posting } from '../support/admin-outbox.ts';

const { page, disk } = vi.hoisted(() => ({
  page: {} as Pick<ReturnType<typeof createAdminOutbox>, 'db' | 'replica' | 'server'>,
  disk: { isFull: true },
}));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));
vi.mock('../../../src/runtime/auth/session.ts', () => ({
  administrator: () => ({ id: ANN }),
  currentReplica: () => ({ userId: ANN, replica: page.replica }),
}));
vi.mock('../../../src/runtime/auth/portal-server.ts', () => ({
  adminBackendOf: () => page.server.backend,
}));
vi.mock('../../../src/portal/sync/sync.ts', () => ({ syncNow: async () => undefined }));
vi.mock('../../../src/core/changes/change-store.ts', async (original) => {
  const { storeChange, ...others } = await original<typeof storing>();
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  return {
    ...others,
    storeChange: (...args: Parameters<typeof storeChange>) =>
      disk.isFull ? full() : storeChange(...args),
  };
});

let outbox: ReturnType<typeof createAdminOutbox>;
beforeEach(() => {
  outbox = createAdminOutbox();
  Object.assign(page, outbox);
  disk.isFull = true;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const rows = () => [...outbox.server.rows.keys()];

test.each([
  ['a posting', posting, null],
  ['a picture', picture, jpeg()],
])(
  '%s whose answer was lost on a full device is added once, however often it is sent',
  async (_, creation, file) => {
    outbox.server.scripts.insertRow = ['lost', 'lost'];
    const first = await create(creation, file);
    expect(first).toMatchObject({
      outcome: 'not-stored',
      message: expect.stringContaining('may have been added'),
    });
    await create(creation, file);
    expect(await create(creation, file)).toMatchObject({ outcome: 'done' });
    expect(rows()).toHaveLength(1);
  },
);

test('a change that could not be sent on a full device is sent under its id once there is room', async () => {
  outbox.server.scripts.insertRow = ['lost'];
  await create(posting, null);
  disk.isFull = false;
  expect(await create(posting, null)).toMatchObject({ outcome: 'done' });
  expect(rows()).toHaveLength(1);
});

test('the same thing added once more is another', async () => {
  await create(posting, null);
  await create(posting, null);
  expect(rows()).toHaveLength(2);
});
