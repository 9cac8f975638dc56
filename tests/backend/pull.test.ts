import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminBackend } from '../../src/core/server/admin-backend.ts';
import { REPLICA_TABLES, type ReplicaTable } from '../../src/core/domain/entities.ts';
import { ReplicaDatabase } from '../../src/core/store/replica-database.ts';
import { pull } from '../../src/core/replica/pull.ts';
import { backendOf } from './support/admin-backend.ts';
import { aBooking } from '../support/records.ts';
import { storeBookings } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { administrator, query, url } = useServer();
const replica = new ReplicaDatabase('replica-of-the-test');
let backend: AdminBackend;
beforeAll(async () => {
  backend = backendOf(url(), await administrator());
});
afterAll(() => replica.delete());

const pullAll = () => pull({ replica, backend, now: Date.now });
const keptOf = (table: ReplicaTable) =>
  replica.keptRows.filter((kept) => kept.table === table).toArray();

test('the replica follows the database in every list: new, changed and deleted rows, and a restored backup', async () => {
  const bookings = Array.from({ length: 1_100 }, () => aBooking());
  await storeBookings(query, bookings);
  const [first, second] = bookings.map(({ id }) => id);

  const agrees = async () => {
    expect(await pullAll()).toEqual({ outcome: 'pulled' });
    for (const table of REPLICA_TABLES) {
      const isKept = table === 'alerts' ? "where state <> 'sent'" : '';
      const rows = await query<{ row: { id: string } }>(
        `select to_jsonb(t) as row from ${table} t ${isKept}`,
      );
      const kept = (await keptOf(table)).map(({ row }) => row as { id: string; rev: number });
      expect(kept.map(({ id }) => id).sort()).toEqual(rows.map(({ row }) => row.id).sort());
    }
  };

  await agrees();
  await query(`update bookings set status = 'confirmed' where id = $1`, [first]);
  await query(`update alerts set state = 'sent' where record_id = $1`, [first]);
  await backend.deleteRows('bookings', [second ?? '']);
  await agrees();
  expect((await keptOf('bookings')).find(({ id }) => id === first)?.row).toMatchObject({
    status: 'confirmed',
  });

  expect(await keptOf('careers')).not.toEqual([]);
  await query('delete from careers where true');
  await query('update private.sync_epoch set epoch = gen_random_uuid()');
  await agrees();
  expect(await keptOf('careers')).toEqual([]);
});
