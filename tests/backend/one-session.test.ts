import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBackend } from '../../supabase/local/embedded-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { openDatabase } from '../../supabase/local/database/open-database.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('a request never runs inside the transaction of another', async () => {
  const filesDir = await mkdtemp(path.join(tmpdir(), 'files-'));
  const database = await openDatabase({ seed: true });
  const backend = await createBackend({
    database,
    filesDir,
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    secretKey: 'sb_secret_test',
    jwtSecret: 'x'.repeat(40),
  });
  const read = () =>
    backend(
      new Request('http://localhost/rest/v1/careers', {
        headers: { apikey: LOCAL_PUBLISHABLE_KEY },
      }),
      '127.0.0.1',
    );
  const careers: unknown = await (await read()).json();

  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const other = database.exclusive(async () => {
    await database.connection.driver.exec('begin; delete from careers');
    await finished;
    await database.connection.driver.exec('rollback');
  });
  let answered = false;
  const reading = read().finally(() => (answered = true));
  for (let turn = 0; turn < 500 && !answered; turn++) await nextTurn();
  finish();
  await other;

  expect(careers).not.toEqual([]);
  expect(await (await reading).json()).toEqual(careers);
  await database.close();
  await rm(filesDir, { recursive: true, force: true });
});
