import { beforeAll, expect, it } from 'vitest';
import { SERVICE, useDatabase } from '../../support/database.ts';

const { as, executeAsSuperuser } = useDatabase();

/** As hosted Supabase does when the disk is full. Only later sessions notice. */
beforeAll(() =>
  executeAsSuperuser(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  ),
);

it('a watcher’s call of a read-only database fails, and its state says why', async () => {
  const call = (name: string) =>
    as(SERVICE, async (query) => (await query(`select public.${name} as answer`))[0]?.['answer']);
  await expect(call('late_alerts()')).rejects.toMatchObject({ code: '25006' });
  expect(await call(`deploy_state('')`)).toMatchObject({ read_only: true });
});
