import { Dexie } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import { abandonReplicas, nameReplica, removeAbandoned } from '../../../src/core/store/replicas.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';
import { forgetUser } from '../../../src/core/replica/replica-store.ts';
import { aSession, ISLA, RONA } from '../support/portal-device.ts';

const ROW = { table: 'bookings', id: 'one', createdAt: '2026-11-21', row: {} } as const;
const users = [ISLA, RONA];
/** So many that a deletion stores them separately. */
const manyRows = Array.from({ length: 1001 }, (_, i) => ({ id: `row-${i}`, path: null }));

const signIn = (db: Database, user: typeof ISLA) => db.session.put(aSession({ user }), 'current');

/** Opens a user's replica as a tab does. */
async function openReplica(db: Database, user: typeof ISLA): Promise<ReplicaDatabase> {
  await signIn(db, user);
  const replica = new ReplicaDatabase((await nameReplica(db, user.id)) ?? '');
  onTestFinished(() => replica.closeForGood());
  await replica.keptRows.put(ROW);
  return replica;
}

/**
 * A device of two users, each with a replica, a fact, a receipt and a waiting entry with a file.
 */
async function createDevice() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const replicas: ReplicaDatabase[] = [];
  for (const user of users) {
    replicas.push(await openReplica(db, user));
    await db.portalFacts.put({ userId: user.id, key: 'role', value: 1 });
    await db.receipts.put({
      id: `receipt-${user.id}`,
      userId: user.id,
      kind: 'addition',
      refusal: null,
      settledAt: 1,
    });
    await storeAdminEntry(db, null, createDeletion('bookings', manyRows, user.id, 1));
  }
  const [islas, ronas] = replicas as [ReplicaDatabase, ReplicaDatabase];
  return { db, islas, ronas };
}

const exists = async ({ name }: { name: string }) =>
  (await indexedDB.databases()).some((database) => database.name === name);

/** A browser without `indexedDB.databases`. */
function withoutList(): void {
  Object.defineProperty(indexedDB, 'databases', { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(indexedDB, 'databases'));
}

/** The owners of facts, receipts and waiting changes, and the number of waiting files. */
async function owners(db: Database) {
  const of = (rows: { userId: string | null }[]) => rows.map(({ userId }) => userId).sort();
  return {
    facts: of(await db.portalFacts.toArray()),
    receipts: of(await db.receipts.toArray()),
    waiting: of(await db.entries.toArray()),
    files: await db.files.count(),
  };
}

test('a replica keeps its name while it is in use, and only the signed-in user has one', async () => {
  const { db, ronas } = await createDevice();
  expect(await nameReplica(db, RONA.id)).toBe(ronas.name);
  expect(await nameReplica(db, ISLA.id)).toBeNull();
  await db.session.clear();
  expect(await nameReplica(db, RONA.id)).toBeNull();
});

test('the replicas of all users are removed, with facts and receipts, and waiting entries stay', async () => {
  const { db, islas, ronas } = await createDevice();
  await abandonReplicas(db, null);
  await removeAbandoned(db);
  expect([await exists(islas), await exists(ronas), await db.replicas.count()]).toEqual([
    false,
    false,
    0,
  ]);
  expect(await owners(db)).toEqual({
    facts: [],
    receipts: [],
    waiting: [ISLA.id, RONA.id],
    files: 2,
  });
});

test('the replicas of all users but one are removed', async () => {
  const { db, islas, ronas } = await createDevice();
  await abandonReplicas(db, RONA.id);
  await removeAbandoned(db);
  expect([await exists(islas), await exists(ronas)]).toEqual([false, true]);
  expect(await ronas.keptRows.count()).toBe(1);
  expect(await owners(db)).toMatchObject({
    facts: [RONA.id],
    receipts: [RONA.id],
    waiting: [ISLA.id, RONA.id],
  });
});

test('everything of one user is removed, with waiting entries and their files', async () => {
  const { db, islas, ronas } = await createDevice();
  await forgetUser(db, ISLA.id);
  await removeAbandoned(db);
  expect([await exists(islas), await exists(ronas)]).toEqual([false, true]);
  expect(await owners(db)).toEqual({
    facts: [RONA.id],
    receipts: [RONA.id],
    waiting: [RONA.id],
    files: 1,
  });
});

test('a browser killed between the sign-out and the removal has nothing of it after the next start', async () => {
  const { db, islas, ronas } = await createDevice();
  await abandonReplicas(db, null);
  db.close();
  const next = new Database(db.name);
  onTestFinished(() => next.close());
  await signIn(next, ISLA);
  expect(await nameReplica(next, ISLA.id)).not.toBe(islas.name);
  await removeAbandoned(next);
  expect([await exists(islas), await exists(ronas)]).toEqual([false, false]);
});

test('where databases cannot be listed, a browser killed between the sign-out and the removal has nothing of it after the next start, too', async () => {
  const { db, islas, ronas } = await createDevice();
  withoutList();
  await abandonReplicas(db, null);
  db.close();
  const next = new Database(db.name);
  onTestFinished(() => next.close());
  await removeAbandoned(next);
  Reflect.deleteProperty(indexedDB, 'databases');
  expect([await exists(islas), await exists(ronas), await next.replicas.count()]).toEqual([
    false,
    false,
    0,
  ]);
});

test('a removal that a killed browser had done and not noted is noted at the next start', async () => {
  const { db, islas } = await createDevice();
  withoutList();
  await abandonReplicas(db, null);
  await Dexie.delete(islas.name);
  await removeAbandoned(db);
  expect(await db.replicas.count()).toBe(0);
});

test('a tab that goes on with a removed replica writes nothing, and creates none', async () => {
  const { db, islas } = await createDevice();
  await abandonReplicas(db, null);
  await removeAbandoned(db);
  await expect(islas.keptRows.put({ ...ROW, id: 'two' })).rejects.toThrow('closed');
  expect(await exists(islas)).toBe(false);
});

test('a tab that keeps a replica open delays only its removal: the same user signs in again, with a new one', async () => {
  const { db, islas, ronas } = await createDevice();
  const frozen = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(islas.name);
    opening.onsuccess = () => resolve(opening.result);
  });
  await abandonReplicas(db, null);
  const removal = removeAbandoned(db);
  await expect.poll(() => exists(ronas)).toBe(false);
  const again = await openReplica(db, ISLA);
  expect(again.name).not.toBe(islas.name);
  expect(await again.keptRows.count()).toBe(1);
  frozen.close();
  await removal;
  expect([await exists(islas), await exists(again)]).toEqual([false, true]);
});

test('a replica that no list names is removed at the next start', async () => {
  const { db, ronas } = await createDevice();
  const stray = new ReplicaDatabase(`replica-${crypto.randomUUID()}`);
  await stray.keptRows.put(ROW);
  await removeAbandoned(db);
  expect([await exists(stray), await exists(ronas)]).toEqual([false, true]);
});
