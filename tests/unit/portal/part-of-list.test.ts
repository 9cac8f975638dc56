import { Dexie } from 'dexie';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BOOKINGS } from '../../../src/portal/bookings/bookings-page.tsx';
import { runSheet } from '../../../src/portal/bookings/print-bookings.tsx';
import { saveList } from '../../../src/portal/list/export-button.tsx';
import { MESSAGES } from '../../../src/portal/messages/messages-page.tsx';
import { bringUpLists } from '../../../src/portal/sync/use-lists.ts';
import { listSheet } from '../../../src/portal/print/print-list.tsx';
import type { InitialSync, StoredRow } from '../../../src/core/store/replica-schema.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';
import { aBooking } from '../../support/records.ts';

const device = vi.hoisted(() => ({
  replica: undefined as unknown,
  db: undefined as unknown,
  saved: [] as Blob[],
  said: [] as string[],
}));
vi.mock('../../../src/runtime/auth/session.ts', () => ({
  currentReplica: () => ({ replica: device.replica, userId: 'u' }),
}));
vi.mock('../../../src/runtime/auth/use-auth.ts', () => ({ useCurrentReplica: () => null }));
vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return device.db;
  },
}));
vi.mock('../../../src/runtime/download.ts', () => ({
  download: (file: Blob) => void device.saved.push(file),
}));
vi.mock('../../../src/ui/toast.ts', () => {
  const say = (text: string, options?: { description?: string }) =>
    void device.said.push([text, options?.description].join(' '));
  return { notify: { info: say, error: say } };
});

beforeEach(() => {
  device.saved.length = 0;
  device.said.length = 0;
});

const REST: InitialSync = {
  fromDay: '2026-11-20',
  rows: 2,
  parts: [{ part: 'contact_messages', after: null, left: 5 }],
};

/** A device with two messages, and these parts of its initial sync left. */
async function holdTwo(initialSync: InitialSync | null): Promise<void> {
  const replica = new ReplicaDatabase(`test-${crypto.randomUUID()}`);
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(async () => {
    replica.closeForGood();
    await Dexie.delete(replica.name);
    await db.delete();
  });
  const message = {
    created_at: '2026-11-20T12:00:00+00:00',
    email: 'a@example.com',
    subject: 'Windows',
    message: 'Do you clean them?',
  };
  const rows = ['Ann', 'Bob'].map((name, n) => ({
    ...message,
    id: `0b5e9f3c-7d21-4a86-9c53-2f1e6d8a4b7${n}`,
    rev: n,
    name,
  }));
  await replica.keptRows.bulkPut(
    rows.map((row) => ({ table: 'contact_messages', id: row.id, createdAt: row.created_at, row })),
  );
  await replica.writeCursor({
    epoch: 'e',
    rev: 9,
    changes: 1,
    expected: [],
    pulledAt: 1,
    initialSync,
  });
  Object.assign(device, { replica, db });
  await bringUpLists();
}

/** A further booking for a day, cancelled or not. */
async function holdJob(
  day: string,
  status: string,
  phone = '0141 496 0123',
  receivedAt = '2026-11-20T12:00:00+00:00',
): Promise<void> {
  const { replica } = device as { replica: ReplicaDatabase };
  const row = {
    ...aBooking(),
    phone,
    preferred_date: day,
    status,
    created_at: receivedAt,
    rev: 5,
  };
  await replica.keptRows.put({
    table: 'bookings',
    id: row.id,
    createdAt: row.created_at,
    row,
  } as StoredRow);
  await replica.cursor.toCollection().modify((cursor) => void (cursor.changes += 1));
  await bringUpLists();
}

const COMING: InitialSync = {
  fromDay: '2026-11-20',
  rows: 2,
  parts: [
    { part: 'coming', after: null, left: 5 },
    { part: 'bookings', after: null, left: 5 },
  ],
};
const PAST: InitialSync = { ...COMING, parts: [{ part: 'bookings', after: null, left: 5 }] };

test.each([
  ['a day to come, once what is coming is here', PAST, '2026-11-24', false],
  ['a day to come, before that', COMING, '2026-11-24', true],
  ['a day that is over, while the rest comes', PAST, '2026-11-19', true],
  ['any day, when all is here', null, '2026-11-19', false],
])('a run sheet says whether it may lack a job: %s', async (_, initialSync, day, mayLack) => {
  await holdTwo(initialSync);
  expect(runSheet(day)).toEqual({
    error: mayLack
      ? 'Not all jobs of this day are on this device yet'
      : 'There are no jobs on this day',
  });
  await holdJob(day, 'confirmed');
  const made = runSheet(day);
  const paper = 'sheet' in made ? renderToStaticMarkup(made.sheet) : '';
  expect(paper).toContain('class="job"');
  expect(paper.includes('Not all jobs of this day are on this device yet.')).toBe(mayLack);
});

const sheet = () => renderToStaticMarkup(listSheet({ screen: MESSAGES, matches: undefined }));
const save = (matches?: () => boolean) => saveList({ screen: MESSAGES, matches });

test('a printed list of which not all is on this device says so', async () => {
  await holdTwo(REST);
  expect(sheet()).toMatch(/Not all of this list is on this device yet\.[^]*Bob/);
});

test('a printed list that is all here says nothing of that', async () => {
  await holdTwo(null);
  expect(sheet()).not.toContain('Not all');
});

test('an export of which not all is on this device is saved, and says so with its number of rows', async () => {
  await holdTwo(REST);
  await save();
  expect((await device.saved[0]?.text())?.trim().split('\r\n')).toHaveLength(3);
  expect(device.said).toEqual([
    'Not all of this list is on this device yet. 2 rows were saved. Export it again once all of it is here.',
  ]);
  await save(() => false);
  expect(device.said[1]).toContain('No rows were saved.');
});

test('an export of a list that is all here says nothing', async () => {
  await holdTwo(null);
  await save();
  expect(device.saved).toHaveLength(1);
  expect(device.said).toEqual([]);
});

test('an exported phone number of digits alone keeps its first 0 in a spreadsheet', async () => {
  await holdTwo(null);
  await holdJob('2026-11-24', 'confirmed', '07700900123');
  await saveList({ screen: BOOKINGS, matches: undefined });
  expect(await device.saved[0]?.text()).toContain(',07700 900123,');
});

test('times in an export are London’s, as the filter’s days are', async () => {
  await holdTwo(null);
  await holdJob('2026-07-02', 'confirmed', '0141 496 0123', '2026-07-01T23:30:00+00:00');
  await saveList({ screen: BOOKINGS, matches: undefined });
  expect(await device.saved[0]?.text()).toContain('2026-07-02 00:30');
});
