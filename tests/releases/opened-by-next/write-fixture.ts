/**
 * Writes `device.json` with the code of commit ca9c3a21, the release with one queue: it opens a
 * device of the release with two queues under the same version. Dexie deletes the tables of
 * administrators, and the visitors’ rows stay in the former format. README.md says how to run it
 * again.
 */
import { expect, test, vi } from 'vitest';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { Database } from '../../../src/core/store/database.ts';
import { prepareEntry, storeEntry } from '../../../src/core/submissions/new-submission.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import { BOOKING } from '../../support/values.ts';
import { dumpDatabase } from '../dump-database.ts';
import type { StoredItem } from '../fixture.ts';
import { loadDatabase } from '../load-fixture.ts';
import { countIds, MINUTE, writeFixture } from '../parts.ts';
import { readFixture } from '../read-fixture.ts';

/** Some of the former device, so that the file stays small. */
const TAKEN = [
  'booking, due',
  'booking, being edited in its form',
  'booking, three tries without a connection',
  'application, due before its file',
  'application, its file is sent and its row is not',
  'booking, stored, its email is not sent',
  'receipt of a booking',
  'receipt of a message',
  'job posting, due',
  'receipt of a creation',
];

test('write the fixture', async () => {
  countIds();
  // The ids of the former device come first.
  const former = readFixture('two-queues');
  for (let minted = 0; minted < 2 * former.items.length; minted++)
    crypto.getRandomValues(new Uint8Array(16));
  const now = former.now + 5 * MINUTE;
  vi.useFakeTimers({ toFake: ['Date'], now });

  const items = former.items.filter(({ about }) => TAKEN.includes(about));
  const taken = new Set(items.map(({ id }) => id));
  const [device] = former.databases;
  if (!device) throw new Error('The former device is empty');
  const rows = Object.entries(device.rows).map(([table, values]) => [
    table,
    table === 'drafts'
      ? values
      : values.filter((row) => {
          const { id } = row as { id?: string };
          return id === undefined || taken.has(id);
        }),
  ]);
  await loadDatabase({ ...device, rows: Object.fromEntries(rows) });

  const db = new Database();
  const fresh = prepareEntry(
    { kind: 'booking', values: { ...BOOKING, name: 'Later Booking' } },
    null,
    now,
  );
  if (!fresh) throw new Error('Not valid');
  await storeEntry(db, fresh, null, false);
  const queue = createQueue(db);
  const listed = await listRequests(db, queue, async () => ({ now, isFlushing: false }));
  const shown = (id: string): StoredItem['shown'] => {
    const { id: found, ...view } = listed.find((one) => one.id === id) ?? {};
    return found === undefined ? null : { screen: 'My requests', view };
  };
  db.close();

  const database = await dumpDatabase('cleaning');
  expect(database.version).toBe(11);
  const left = new Set(
    Object.values(database.rows).flatMap((table) =>
      table.map((row) => (row as { id?: string }).id),
    ),
  );
  writeFixture(import.meta.dirname, {
    commit: 'ca9c3a21',
    now,
    databases: [database],
    items: [
      ...items.filter(({ id }) => left.has(id)).map((item) => ({ ...item, shown: shown(item.id) })),
      {
        ...{ id: fresh.id, about: 'booking of the release with one queue, due', table: 'entries' },
        ...{ userId: null, kind: 'submission', shown: shown(fresh.id) },
      },
    ],
    flushed: null,
  });
});
