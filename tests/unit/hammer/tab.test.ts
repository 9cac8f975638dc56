import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { createCustomerAnswer } from '../../../src/core/mutations/customer-answer.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import { Database, onceOpen } from '../../../src/core/store/database.ts';
import { REFUSALS, Storage, type Refusal } from '../../hammer/storage.ts';
import { openTab, type Tab } from '../../hammer/tab.ts';
import { aCustomerBooking } from '../support/booking-events.ts';

/** The events of a tab, with their times. */
interface Fate {
  diesAt?: number | null;
  closesAt?: number | null;
  failedOpens?: number;
}

function createDevice() {
  const database = `tab-${crypto.randomUUID()}`;
  const storage = new Storage(database);
  onTestFinished(async () => {
    storage.remove();
    await Dexie.delete(database);
  });
  const deaths: string[] = [];
  const refused: string[] = [];
  const open = ({ diesAt = null, closesAt = null, failedOpens = 0 }: Fate = {}): Tab => {
    const tab = openTab({
      openDatabase: (name) => new Database(name),
      database,
      diesAt,
      onDeath: (place) => deaths.push(place),
      closesAt,
      onClose: () => (storage.failedOpens = failedOpens),
      onEntries: (ids, isWritten) => isWritten || refused.push(...ids),
    });
    onTestFinished(() => tab.close());
    return tab;
  };
  const stored = () => open().db.entries.toCollection().primaryKeys();
  return { open, deaths, refused, storage, stored };
}

const anEntry = () => {
  const entry = createCustomerAnswer('cancelled', { state: aCustomerBooking(), readAt: 0 }, 0);
  return { entry, file: { bytes: new ArrayBuffer(2000) } };
};

/** Stores as a form does; with the entry's id once it is stored. */
const store = (tab: Tab, fresh = anEntry()) =>
  tab.run(() => onceOpen(tab.db, 300, () => enqueue(tab.db, fresh)).then(() => fresh.entry.id));

test('a tab that lives stores, and another tab of the device sees it', async () => {
  const { open, stored } = createDevice();
  const id = await store(open());
  expect(await stored()).toEqual([id]);
});

test('a tab that dies in a transaction leaves nothing of it, and calls nobody back', async () => {
  const { open, deaths, stored } = createDevice();
  for (let diesAt = 1; diesAt <= 2; diesAt++) {
    const tab = open({ diesAt });
    expect(await store(tab)).toBeNull();
    expect(tab.isDead).toBe(true);
    expect(await tab.run(async () => 'anything')).toBeNull();
  }
  expect(deaths).toHaveLength(2);
  expect(await stored()).toEqual([]);
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
  'an entry is stored once though its database closes at operation %i and twice fails to open',
  async (closesAt) => {
    const { open, stored } = createDevice();
    const id = await store(open({ closesAt, failedOpens: 2 }));
    expect(await stored()).toEqual([id]);
  },
);

test('a tab whose database stays closed answers nothing, and goes on once it opens again', async () => {
  const { open, storage } = createDevice();
  const tab = open({ closesAt: 2, failedOpens: 1000 });
  expect(await store(tab)).toBeNull();
  expect(tab.isDead).toBe(false);
  storage.heal();
  expect(await tab.run(() => tab.db.entries.count())).toBe(0);
});

const names = ({ at, error }: Refusal) => `${error.name} at the ${at}`;
test.each(REFUSALS.map((refusal) => [names(refusal), refusal] as const))(
  'a full disk stores neither an entry nor its file: %s',
  async (_, refusal) => {
    const { open, refused, storage, stored } = createDevice();
    const tab = open();
    const fresh = anEntry();
    for (const bytes of [0, 1000]) {
      storage.fill(bytes, refusal);
      expect(await store(tab, fresh)).toBeNull();
    }
    expect(await stored()).toEqual([]);
    expect(refused).toEqual([fresh.entry.id, fresh.entry.id]);
    expect(tab.isDead).toBe(false);
    storage.makeRoom();
    expect(await store(tab, fresh)).toBe(fresh.entry.id);
  },
);

test('a silent storage answers later, but not a tab that died meanwhile', async () => {
  const { open, storage, stored } = createDevice();
  const [one, other] = [open(), open()];
  await Promise.all([one.db.open(), other.db.open()]);
  storage.fallSilent(60_000);
  let isAnswered = false;
  const answered = store(one).finally(() => (isAnswered = true));
  const unanswered = store(other);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isAnswered).toBe(false);
  other.close();
  storage.heal();
  expect(await unanswered).toBeNull();
  expect(await stored()).toEqual([await answered]);
});

test('an error in a living tab is thrown', async () => {
  const tab = createDevice().open();
  await expect(tab.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
