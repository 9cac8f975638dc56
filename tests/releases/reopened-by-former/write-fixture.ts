/**
 * Writes `device.json` with the code of commit 6e7e8ae5, the release with two queues: a tab of it
 * that was still open opens a device that the release with one queue had opened. Dexie adds its
 * tables again, and both formats are in the same tables. README.md says how to run it again.
 */
import { expect, test, vi } from 'vitest';
import { storeChange } from '../../../src/core/changes/change-store.ts';
import { prepareCreation } from '../../../src/core/changes/prepare-change.ts';
import { Database } from '../../../src/core/store/database.ts';
import { prepareEntry, storeEntry } from '../../../src/core/submissions/new-submission.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import { MESSAGE } from '../../support/values.ts';
import { ISLA } from '../../unit/support/portal-device.ts';
import { dumpDatabase } from '../dump-database.ts';
import type { StoredItem } from '../fixture.ts';
import { loadDatabase } from '../load-fixture.ts';
import { countIds, MINUTE, writeFixture } from '../parts.ts';
import { readFixture } from '../read-fixture.ts';

test('write the fixture', async () => {
  countIds();
  // The ids of the former devices come first.
  for (let minted = 0; minted < 200; minted++) crypto.getRandomValues(new Uint8Array(16));
  const former = readFixture('opened-by-next');
  const now = former.now + 5 * MINUTE;
  vi.useFakeTimers({ toFake: ['Date'], now });
  for (const database of former.databases) await loadDatabase(database);

  const db = new Database();
  const message = prepareEntry(
    { kind: 'contact', values: { ...MESSAGE, name: 'Still Open' } },
    null,
    now,
  );
  const posting = prepareCreation(
    {
      entity: 'careers',
      values: {
        ...{ title: 'Still Open', type: 'Full-time', location: 'Paisley' },
        ...{ description: 'Clean offices.', requirements: ['A van'] },
      },
    },
    [],
    ISLA.id,
    now,
  );
  if (!message || !posting) throw new Error('Not valid');
  await storeEntry(db, message, null, false);
  await storeChange(db, null, posting, null);
  const listed = await listRequests(db, async () => ({ now, isFlushing: false }));
  const shown = (id: string): StoredItem['shown'] => {
    const { id: found, ...view } = listed.find((one) => one.id === id) ?? {};
    return found === undefined ? null : { screen: 'My requests', view };
  };
  db.close();

  const database = await dumpDatabase('cleaning');
  expect(database.version).toBe(12);
  const added: StoredItem[] = [
    {
      ...{ id: message.id, about: 'message of a tab that was still open, due', table: 'entries' },
      ...{ userId: null, kind: 'contact', shown: shown(message.id) },
    },
    {
      ...{ id: posting.id, about: 'posting of a tab that was still open, due' },
      ...{ table: 'adminEntries', userId: ISLA.id, kind: 'create', shown: null },
    },
  ];
  writeFixture(import.meta.dirname, {
    commit: '6e7e8ae5',
    now,
    databases: [database],
    items: [...former.items.map((item) => ({ ...item, shown: shown(item.id) })), ...added],
    flushed: null,
  });
});
