import { expect, test, vi } from 'vitest';
import type { PreparePicture } from '../../../src/core/mutations/admin-mutation.ts';
import { createAdminOutbox, jpeg, picture } from '../support/admin-outbox.ts';
import { closedError } from '../support/broken-store.ts';

type Outbox = ReturnType<typeof createAdminOutbox>;

/** Each byte of an original is 7, and of a prepared picture 9. */
const prepared: PreparePicture = async (originals) => ({
  ok: true,
  file: {
    name: 'kitchen.webp',
    type: 'image/webp',
    extension: 'webp',
    bytes: Uint8Array.from(originals, ({ bytes }) => (new Uint8Array(bytes)[0] === 7 ? 9 : 0))
      .buffer,
  },
});

const bytesOf = ({ server }: Outbox) =>
  [...server.files.values()].map((bytes) => [...new Uint8Array(bytes)]);

/** A tab that is killed at its moment with this number, from 0: from then on it does nothing. */
function tabOf({ queue, ports, server, flushOver }: Outbox, moment: number) {
  let moments = 0;
  const tab = { isKilled: false };
  const live = () => {
    if (tab.isKilled || moments++ === moment) {
      tab.isKilled = true;
      throw closedError('killed');
    }
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    live();
    const result = await work();
    live();
    return result;
  };
  const { backend } = server;
  const { preparePicture } = ports;
  const dying: typeof queue = {
    ...queue,
    update: (...args) => around(() => queue.update(...args)),
  };
  const mortal: Partial<typeof ports> = {
    backendOf: () => ({
      ...backend,
      uploadPicture: (...args) => around(() => backend.uploadPicture(...args)),
      insertRow: (...args) => around(() => backend.insertRow(...args)),
    }),
    preparePicture: (...args) => around(() => preparePicture(...args)),
  };
  return Object.assign(tab, { live, flush: () => flushOver(dying, mortal, true) });
}

test('pictures whose tab is killed at any moment of their upload arrive once, each prepared', async () => {
  for (let moment = 0, isKilled = true; isKilled; moment++) {
    const outbox = createAdminOutbox();
    outbox.ports.preparePicture = prepared;
    const tab = tabOf(outbox, moment);
    const stored: string[] = [];
    try {
      for (let i = 0; i < 2; i++) {
        tab.live();
        stored.push((await outbox.add(picture, jpeg())).id);
      }
      await tab.flush();
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' });
    }
    isKilled = tab.isKilled;

    outbox.clock.now += 60 * 60_000;
    await outbox.flush(true);
    expect([...outbox.server.rows.keys()].sort(), `killed at ${moment}`).toEqual(
      stored.map((id) => `gallery_images/${id}`).sort(),
    );
    expect(bytesOf(outbox), `killed at ${moment}`).toEqual(stored.map(() => [9]));
    expect(await outbox.db.files.count()).toBe(0);
  }
});

test('a gallery picture is stored with its small file, and both are deleted with it', async () => {
  const outbox = createAdminOutbox();
  const { server, ports, add, remove, flush } = outbox;
  ports.preparePicture = async (...args) => ({
    ...(await prepared(...args)),
    small: new Uint8Array([3]).buffer,
  });
  const { id } = await add(picture, jpeg());
  await flush();
  const path = `Before/After/${id}.webp`;
  expect([...server.files.keys()].sort()).toEqual([
    `gallery/Before/After/${id}-small.webp`,
    `gallery/${path}`,
  ]);
  expect(bytesOf(outbox).flat().sort()).toEqual([3, 9]);
  await remove('gallery_images', [{ id, path }]);
  await flush();
  expect(server.files.size).toBe(0);
});

test('two originals become one picture', async () => {
  const outbox = createAdminOutbox();
  const { server, ports, add, flush, additions } = outbox;
  ports.preparePicture = prepared;
  const originals = [jpeg(10), { ...jpeg(20), name: 'after.jpeg' }];
  const { id } = await add(picture, originals);

  expect(await additions('gallery_images')).toMatchObject([
    { file: { name: 'kitchen.jpeg', type: 'image/jpeg', size: 10 }, isPrepared: false },
  ]);
  await flush();
  expect(bytesOf(outbox)).toEqual([[9, 9]]);
  expect([...server.rows.values()]).toMatchObject([
    { file_path: `Before/After/${id}.webp`, is_pair: true },
  ]);
});

test('one original under Before/After is no pair, whatever its shape', async () => {
  const { server, ports, add, flush } = createAdminOutbox();
  ports.preparePicture = prepared;
  await add(picture, jpeg());
  await flush();
  expect([...server.rows.values()]).toMatchObject([{ is_pair: false }]);
});

test('a picture that cannot be prepared asks its administrator, sends nothing, and has nothing to withdraw', async () => {
  const { db, server, ports, add, flush, additions, undo } = createAdminOutbox();
  ports.preparePicture = async () => ({ ok: false, message: 'This is no picture' });
  const { id } = await add(picture, jpeg());
  await flush();
  expect(await additions('gallery_images')).toMatchObject([
    {
      state: 'attention',
      attention: { reason: 'file-lost', message: 'This is no picture' },
      mayHaveArrived: false,
    },
  ]);
  await undo(id);
  expect([server.calls, await db.entries.count()]).toEqual([[], 0]);
});

test('a picture that killed its tab three times while it was prepared is tried no more', async () => {
  const outbox = createAdminOutbox();
  const { server, ports, add, attention, flush } = outbox;
  ports.preparePicture = async () => Promise.reject(closedError('killed'));
  const large = await add(picture, jpeg());
  for (let kill = 0; kill < 3; kill++) await expect(flush(true)).rejects.toThrow('killed');
  ports.preparePicture = prepared;
  const small = await add(picture, jpeg());
  await flush(true);
  expect([...server.rows.keys()]).toEqual([`gallery_images/${small.id}`]);
  expect(await attention(large)).toMatchObject({
    message: expect.stringContaining('This device could not open the picture'),
  });
});

test('a device that is too full to keep a prepared picture sends it, and not the original', async () => {
  const outbox = createAdminOutbox();
  const { db, ports, add, flush } = outbox;
  ports.preparePicture = prepared;
  await add(picture, jpeg());
  vi.spyOn(db.files, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await flush();
  expect(bytesOf(outbox)).toEqual([[9]]);
  expect(await db.entries.count()).toBe(0);
});
