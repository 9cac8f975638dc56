import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminBackend } from '../../src/core/backend/admin-backend.ts';
import { KEPT_TABLES, type KeptTable } from '../../src/core/domain/entities.ts';
import { Database } from '../../src/core/store/database.ts';
import { pull } from '../../src/core/sync/pull.ts';
import { backendOf } from './support/admin-backend.ts';
import { aBooking } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, query, url } = useServer();
const db = new Database();
let backend: AdminBackend;
beforeAll(async () => {
  backend = backendOf(url(), await administrator());
});
afterAll(() => db.delete());

const USER = 'user-1';
const pullAll = () => pull({ db, backend, userId: USER, now: Date.now }, KEPT_TABLES);
const keptOf = (table: KeptTable) => db.keptRows.filter((kept) => kept.table === table).toArray();

test('the copy follows the database, list by list: new rows, changed ones, deleted ones, and a backup that was restored', async () => {
  const bookings = Array.from({ length: 1_100 }, () => aBooking());
  await visitor().from('bookings').insert(bookings);
  const [first, second] = bookings.map(({ id }) => id);

  const agrees = async () => {
    expect(await pullAll()).toEqual({ outcome: 'pulled' });
    for (const table of KEPT_TABLES) {
      const rows = await query<{ row: { id: string } }>(`select to_jsonb(t) as row from ${table} t`);
      const kept = (await keptOf(table)).map(({ row }) => row as { id: string; rev: number });
      expect(kept.map(({ id }) => id).sort()).toEqual(rows.map(({ row }) => row.id).sort());
    }
  };

  await agrees();
  await query(`update bookings set status = 'confirmed' where id = $1`, [first]);
  await backend.deleteRows('bookings', [second ?? '']);
  await agrees();
  expect((await keptOf('bookings')).find(({ id }) => id === first)?.row).toMatchObject({ status: 'confirmed' });

  await query('delete from careers where true');
  await query('update private.sync_epoch set epoch = gen_random_uuid()');
  await agrees();
  expect(await keptOf('careers')).toEqual([]);
});
