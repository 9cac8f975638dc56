import { Dexie } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AdminPorts } from '../../../src/core/mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS } from '../../../src/core/mutations/administrators.ts';
import type { BookingSettingEntry } from '../../../src/core/mutations/booking-setting.ts';
import { CREW_MUTATIONS, type CrewPorts } from '../../../src/core/mutations/crew-report.ts';
import { storeStates } from '../../../src/core/waiting/booking-receipts.ts';
import { listMyRequests } from '../../../src/core/waiting/my-requests.ts';
import { readPending, readWaiting } from '../../../src/core/waiting/pending.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { ENTRY_VERSION, newEntry } from '../../../src/core/outbox/entry.ts';
import { flush, type Outbox } from '../../../src/core/outbox/flush.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { namedVisit } from '../../../src/core/domain/visit.ts';
import { parseRow } from '../../../src/core/replica/parse-row.ts';
import { pull } from '../../../src/core/replica/pull.ts';
import { createRowMemory } from '../../../src/core/replica/row-memory.ts';
import { endRegistration, readCrew, readSecret } from '../../../src/core/store/crew-store.ts';
import { Database } from '../../../src/core/store/database.ts';
import { CREW_REPORT, type Receipt } from '../../../src/core/store/device-schema.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import type { Cursor, StoredRow } from '../../../src/core/store/replica-schema.ts';
import { dumpDatabase } from '../../releases/dump-database.ts';
import type { Fixture, StoredItem } from '../../releases/fixture.ts';
import { loadDatabase } from '../../releases/load-fixture.ts';
import { readFixture } from '../../releases/read-fixture.ts';
import { aCustomerBooking } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';
import { createFakeCrew } from '../support/crew.ts';
import { createFakeAdminBackend } from '../support/fake-admin-backend.ts';
import { createFakeLists } from '../support/fake-lists.ts';
import { createFakeBackend } from '../support/fake-backend.ts';
import { ISLA } from '../support/portal-device.ts';
import { shownOnDevice } from '../support/shown-on-device.ts';

const HOUR = 60 * 60_000;
const FIELDS = Object.keys(BOOKING).sort();

type Ports = VisitorPorts & AdminPorts & CrewPorts;

/** Those with a device in `tests/releases`. */
const RELEASES = ['1.0.0'] as const;

/** Loads a device of a former release, opens it with this one, and sets the clock to its last write. */
async function openDevice(folder: string) {
  const fixture = readFixture(folder);
  for (const database of fixture.databases) await loadDatabase(database);
  vi.useFakeTimers({ toFake: ['Date'], now: fixture.now });
  onTestFinished(() => void vi.useRealTimers());
  const db = new Database();
  onTestFinished(() => db.close());
  return { ...fixture, db };
}

/** What a screen of 1.0.0 showed, with a booking's settings apart from its answers, and the visit that a customer asks for. */
function inPresentForm(shown: StoredItem['shown']): StoredItem['shown'] {
  if (!shown) return shown;
  const view = JSON.parse(JSON.stringify(shown.view), (key, value) =>
    key === 'other' && value ? namedVisit(value) : value,
  ) as { row?: { id: string } };
  if (!view.row) return { ...shown, view };
  const parsed = parseRow({ table: 'bookings', id: view.row.id, createdAt: '', row: view.row });
  return { ...shown, view: { ...view, row: { ...parsed, sequence: expect.any(Number) } } };
}

/** The replica of the lists on such a device. */
function openReplica({ databases: [, stored] }: Fixture): ReplicaDatabase {
  const replica = new ReplicaDatabase(stored?.name ?? '');
  onTestFinished(() => replica.close());
  return replica;
}

test.each([
  ['device’s database', new Database(`test-${crypto.randomUUID()}`), 3],
  ['replica of the lists', new ReplicaDatabase(`replica-${crypto.randomUUID()}`), 3],
])('the %s is at its version', (_, { verno }, version) => {
  expect(verno).toBe(version);
});

test.each(RELEASES)('the device %s is loaded as it was left', async (folder) => {
  const { databases } = readFixture(folder);
  for (const database of databases) {
    await loadDatabase(database);
    expect(await dumpDatabase(database.name)).toEqual(database);
  }
});

test.each(RELEASES)('everything of the device %s is there in this release', async (folder) => {
  const { db, items } = await openDevice(folder);
  const entries = await db.entries.toArray();
  const receipts = await db.receipts.toArray();
  expect([...entries, ...receipts].map(({ id }) => id).sort()).toEqual(
    items.map(({ id }) => id).sort(),
  );
  const known = { ...VISITOR_MUTATIONS, ...ADMIN_MUTATIONS, ...CREW_MUTATIONS };
  for (const { kind } of [...entries, ...receipts]) expect(known).toHaveProperty([kind]);
  for (const { version, userId, serverMayHave, state } of entries) {
    expect({ version, state: state.name }).toMatchObject({
      version: ENTRY_VERSION,
      state: expect.stringMatching(/^(waiting|sending|attention)$/),
    });
    expect([userId, serverMayHave]).not.toContain(undefined);
  }
});

test.each(RELEASES)('My requests lists every request of the device %s', async (folder) => {
  const { db, items, now } = await openDevice(folder);
  const { submissions, answers } = await listMyRequests(db, createQueue(db), async () => ({
    now,
    isFlushing: false,
  }));
  const ids = [...submissions, ...answers.map(({ unsent }) => unsent)].map(({ id }) => id);
  const isUnlisted = (about: string) => /answer: .*(sent|mails)$/.test(about);
  expect(ids.sort()).toEqual(
    items
      .filter(({ userId, kind }) => userId === null && kind !== CREW_REPORT)
      .filter(({ about }) => !isUnlisted(about))
      .map(({ id }) => id)
      .sort(),
  );
});

test.each(RELEASES)(
  'the lists of the device %s hide and change what they did before',
  async (folder) => {
    const { db, items, now } = await openDevice(folder);
    const waiting = items.filter(({ userId, table }) => userId === ISLA.id && table !== 'receipts');
    expect((await readWaiting(db, ISLA.id)).count).toBe(waiting.length);
    const { hidden } = await readPending(db, ISLA.id, now);
    expect(hidden.get('contact_messages')?.size).toBe(2);
    expect(hidden.get('bookings')?.size).toBe(1001);
  },
);

test.each(RELEASES)('the device %s sends what its release would have sent', async (folder) => {
  const { db, databases, flushed, now } = await openDevice(folder);
  const [visitors, admin, crew] = [createFakeBackend(), createFakeAdminBackend(), createFakeCrew()];
  for (const { row } of (databases[1]?.rows.keptRows ?? []) as {
    row: { id: string; rev: number };
  }[])
    admin.bookings.set(`bookings/${row.id}`, {
      ...{ status: 'pending', day: '2026-12-01', time_slot: 'morning' },
      rev: row.rev,
    });
  visitors.replies.push(
    ...Array.from(
      { length: 10 },
      () => ({ outcome: 'accepted', state: aCustomerBooking() }) as const,
    ),
  );
  const ports: Ports = {
    backend: visitors.backend,
    place: 'page',
    onState: (id, known) => storeStates(db, new Map([[id, known]])),
    backendOf: () => admin.backend,
    replicaOf: () => null,
    preparePicture: async ([picked], { smallEdge }) =>
      picked
        ? {
            ok: true,
            file: { ...picked, extension: 'jpg' },
            ...(smallEdge && { small: picked.bytes }),
          }
        : { ok: false, message: 'no picture' },
    crew: crew.crew,
    readSecret: () => readSecret(db),
    onEnded: (secret) => endRegistration(db, secret),
    preparePhoto: async (original) => original,
  };
  await flush<Ports>(
    {
      queue: createQueue(db, () => ISLA.id),
      mutations: {
        ...VISITOR_MUTATIONS,
        ...ADMIN_MUTATIONS,
        ...CREW_MUTATIONS,
      } as Outbox<Ports>['mutations'],
      ports,
      device: { now: () => now + HOUR, random: () => 1 },
    },
    { eager: true },
  );
  expect(visitors.calls.sort()).toEqual(flushed.visitor.sort());
  // Settings were answers.
  const calls = admin.calls.map((call) => call.replace(/^set \w+ of/, 'answer'));
  expect(calls.sort()).toEqual(flushed.admin.sort());
  expect(crew.calls.sort()).toEqual(flushed.crew.sort());
  const left = (await db.entries.toArray()).map(({ id, state: { name } }) => ({ id, state: name }));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(left.sort(byId)).toEqual(flushed.left.sort(byId));
});

test.each(RELEASES)(
  'the lists of the device %s are read, with every field of a row',
  async (folder) => {
    const fixture = await openDevice(folder);
    const memory = createRowMemory(openReplica(fixture));
    const steps = memory.bringUp(false);
    while (!(await steps.next()).done) continue;
    const tables = memory.tables();
    const stored = (fixture.databases[1]?.rows.keptRows ?? []) as StoredRow[];
    for (const { table, id, row } of stored) {
      const read = tables[table].rows.find((one) => one.id === id);
      // Events may have fields that a former release does not know.
      const events = table === 'bookings' && { events: expect.any(Array) };
      expect(read).toMatchObject({ ...(row as object), ...events });
      if (table === 'bookings') expect(Object.keys(read ?? {}).sort()).toEqual(FIELDS);
    }
    expect(tables.bookings.isRead).toBe(true);
    expect(tables.bookings.rows.length).toBeGreaterThan(0);
  },
);

test('each screen shows of the device 1.0.0 what it showed before', async () => {
  const device = await openDevice('1.0.0');
  const shown = await shownOnDevice(device.db, openReplica(device), ISLA.id, device.now);
  for (const { id, about, shown: before } of device.items)
    expect({ about, shown: shown.get(id) ?? null }).toEqual({
      about,
      shown: inPresentForm(before),
    });
});

test('the settings that wait on the device 1.0.0 are settings, with the revision of their bookings', async () => {
  const { db } = await openDevice('1.0.0');
  const settings = (await db.entries.toArray()).filter(({ kind }) => kind === 'booking-setting');
  const byField = Object.fromEntries(
    (settings as BookingSettingEntry[]).map((entry) => [entry.field, entry]),
  );
  expect(byField).toMatchObject({
    crew: { value: [expect.any(String)], forSeries: false, expectedRevision: 112 },
    instructions: { value: 'The key is at number 6.', forSeries: true, expectedRevision: 111 },
    access: { value: 'Code 4711', forSeries: true, expectedRevision: 113 },
  });
});

test('a setting that a page of 1.0.0 stores after the upgrade is one, too', async () => {
  const { db } = await openDevice('1.0.0');
  const answer = { kind: 'assigned', crew: ['ann'], for_series: true, message: null };
  const former = { ...newEntry('office-answer', ISLA.id, 1, 'late'), bookingId: 'b', answer };
  await db.entries.add({ ...former, expectedRevision: 9, step: 'row', file: null } as never);
  await db.receipts.put({
    ...{ id: 'done', kind: 'office-answer', userId: ISLA.id, settledAt: 1, refusal: null },
    ...{ bookingId: 'b', answer: 'entrusted' },
  } as Receipt);
  expect(await db.entries.get('late')).toMatchObject({
    ...{ kind: 'booking-setting', field: 'crew', value: ['ann'], forSeries: true },
    expectedRevision: 9,
  });
  expect(await db.receipts.get('done')).toMatchObject({ kind: 'booking-setting', field: 'access' });
});

test('the lists of the device 1.0.0 hold the same rows, and start again at the next contact', async () => {
  const device = await openDevice('1.0.0');
  const replica = openReplica(device);
  const cursor = await replica.readCursor();
  const left = device.databases[1]?.rows as { keptRows: unknown[]; cursor: { value: Cursor }[] };
  expect((await dumpDatabase(replica.name)).rows.keptRows).toEqual(left.keptRows);
  expect(cursor).toEqual({ ...left.cursor[0]?.value, epoch: cursor?.epoch });
  const server = createFakeLists();
  const [row] = server.add(1);
  expect(await pull({ replica, backend: server.backend, now: Date.now })).toEqual({
    outcome: 'pulled',
  });
  expect(server.calls.slice(0, 2)).toEqual([`readChanges ${cursor?.rev}`, 'readFirstCopy coming']);
  expect((await replica.keptRows.toArray()).map(({ id }) => id)).toEqual([row]);
});

test.each(['forms', 'formFiles', 'facts', 'portalFacts', 'session', 'replicas', 'files'] as const)(
  'the table %s of the device 1.0.0 is as it was left',
  async (table) => {
    const { db, databases } = await openDevice('1.0.0');
    await db.open();
    const left = databases[0]?.rows[table] ?? [];
    expect(left).not.toEqual([]);
    expect((await dumpDatabase(db.name)).rows[table]).toEqual(left);
  },
);

test('the crew’s page of the device 1.0.0 has its registration, sheet, draft and reports', async () => {
  const { db, databases, now } = await openDevice('1.0.0');
  const { crew = [], receipts = [] } = (databases[0]?.rows ?? {}) as Record<
    string,
    { key?: string; kind?: string }[]
  >;
  const rowOf = (name: string) => crew.find(({ key }) => key?.startsWith(name));
  const { receipts: shown, ...state } = await readCrew(db, now);
  expect(state).toEqual({
    device: rowOf('device'),
    isEnded: false,
    sheet: rowOf('sheet'),
    drafts: [rowOf('draft:')],
  });
  const reports = receipts.filter(({ kind }) => kind === CREW_REPORT);
  expect(reports).toHaveLength(2);
  expect(shown).toEqual(expect.arrayContaining(reports));
});

test('a database that a newer release upgrades while this one has it open loses nothing, and both go on', async () => {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const waits = { ...newEntry('booking', null, 1, 'waits'), step: 'row', file: null } as never;
  await db.entries.add(waits);

  const next = new Dexie(db.name);
  onTestFinished(() => next.close());
  next.version(4).stores({
    ...Object.fromEntries(db.tables.map(({ name, schema }) => [name, schema.primKey.src])),
    added: 'id',
  });
  await next.table('added').put({ id: 'new' });

  expect(await db.entries.toArray()).toEqual([waits]);
  await db.facts.put({ key: 'details', value: '{}' });
  expect(await next.table('facts').count()).toBe(1);
});
