import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { core } from '../../hammer/core.ts';
import { failOpens } from '../../hammer/storage.ts';
import { openTab, type Tab } from '../../hammer/tab.ts';
import { drawWish, submissionOf } from '../../hammer/wishes.ts';
import { randomOf } from '../../hammer/random.ts';

const FORM = { edits: null };
const positions = { open: crypto.randomUUID(), gone: crypto.randomUUID() };

/** The events of a tab, with their times. */
interface Fate {
  diesAt?: number | null;
  closesAt?: number | null;
  failedOpens?: number;
}

function createDevice() {
  const database = `tab-${crypto.randomUUID()}`;
  onTestFinished(() => Dexie.delete(database));
  const deaths: string[] = [];
  const open = ({ diesAt = null, closesAt = null, failedOpens = 0 }: Fate = {}): Tab => {
    const tab = openTab({
      openDatabase: core.openDatabase,
      database,
      diesAt,
      onDeath: (place) => deaths.push(place),
      closesAt,
      onClose: () => failOpens(database, failedOpens),
    });
    onTestFinished(() => tab.close());
    return tab;
  };
  return { open, deaths, database };
}

function anEntry() {
  const wish = drawWish(randomOf('tab', 3), 'd0.w0@example.com', 0);
  const entry = core.prepare(submissionOf(wish, 1, positions), wish.file, 0);
  if (!entry) throw new Error('not valid');
  return { entry, file: wish.file };
}

test('a tab that lives stores, and another tab of the device sees it', async () => {
  const { open } = createDevice();
  const { entry, file } = anEntry();
  const tab = open();
  expect(await tab.run(() => core.store(tab.db, entry, file, FORM, 0))).toMatchObject({
    id: entry.id,
  });
  expect(await core.listRequests(open().db, 0)).toMatchObject([{ id: entry.id }]);
});

test('a tab that dies in a transaction leaves nothing of it, and calls nobody back', async () => {
  const { open, deaths } = createDevice();
  for (let diesAt = 1; diesAt <= 2; diesAt++) {
    const { entry, file } = anEntry();
    const tab = open({ diesAt });
    expect(await tab.run(() => core.store(tab.db, entry, file, FORM, 0))).toBeNull();
    expect(tab.isDead).toBe(true);
    expect(await tab.run(() => core.listRequests(tab.db, 0))).toBeNull();
  }
  expect(deaths).toHaveLength(2);
  expect(await core.listRequests(open().db, 0)).toEqual([]);
});

test('a tab may die before its request leaves, or while it waits for the answer', async () => {
  const { open } = createDevice();
  for (const [diesAt, requests] of [
    [1, 0],
    [2, 1],
  ] as const) {
    let sent = 0;
    const tab = open({ diesAt });
    const send = tab.guard(async () => ++sent);
    expect(await tab.run(send)).toBeNull();
    expect(sent).toBe(requests);
  }
});

test.each([1, 2])(
  'a submission is stored once though its database closes at operation %i and twice fails to open',
  async (closesAt) => {
    const { open } = createDevice();
    const { entry, file } = anEntry();
    const tab = open({ closesAt, failedOpens: 2 });
    expect(await tab.run(() => core.store(tab.db, entry, file, FORM, 0))).toMatchObject({
      id: entry.id,
    });
    expect(await core.listRequests(open().db, 0)).toMatchObject([{ id: entry.id }]);
  },
);

test('a tab whose database stays closed answers nothing, and goes on once it opens again', async () => {
  const { open, database } = createDevice();
  const { entry, file } = anEntry();
  const tab = open({ closesAt: 2, failedOpens: 1000 });
  expect(await tab.run(() => core.store(tab.db, entry, file, FORM, 0))).toBeNull();
  expect([tab.wasCut, tab.isDead]).toEqual([true, false]);
  failOpens(database, 0);
  expect(await tab.run(() => core.listRequests(tab.db, 0))).toEqual([]);
  expect(tab.wasCut).toBe(false);
});

test('an error in a living tab is thrown', async () => {
  const tab = createDevice().open();
  await expect(tab.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
