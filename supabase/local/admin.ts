import { existsSync } from 'node:fs';
import path from 'node:path';
import { addAdministrator, listAdministrators, revokeAdministrator } from './administrators.ts';
import { takeDataDir } from './data-dir.ts';
import { parseEnv } from './settings.ts';
import { openDatabase } from './open-database.ts';
import { StartError } from './start-error.ts';

const USAGE = `Who is an administrator of the embedded backend. Stop the server first: it has the data folder to itself.

  npm run admin -- add EMAIL      makes an administrator, with a new password, which is printed
  npm run admin -- revoke EMAIL   takes the role away and ends the sessions
  npm run admin -- list           names the administrators`;

/** `npm run admin`: the one way to give or take the role, besides the first start. */
async function run([command, email, ...more]: string[]): Promise<string> {
  const needsEmail = command === 'add' || command === 'revoke';
  if ((!needsEmail && command !== 'list') || needsEmail !== (email !== undefined) || more.length > 0) throw new StartError(USAGE);
  const { dataDir } = parseEnv(process.env);
  if (!existsSync(path.join(dataDir, 'postgres-complete'))) {
    throw new StartError(`There is no database in ${dataDir} yet: start the product once, or set DATA_DIR.`);
  }
  const leave = await takeDataDir(dataDir);
  const database = await openDatabase({ dataDir });
  try {
    if (command === 'add') return await addAdministrator(database, email ?? '');
    if (command === 'revoke') return await revokeAdministrator(database, email ?? '');
    return await listAdministrators(database);
  } finally {
    await database.close();
    await leave();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
// PGlite keeps the process alive.
process.exit();
