import { addAdministrator, listAdministrators, revokeAdministrator } from './administrators.ts';
import { takeDataDir } from './data-dir.ts';
import { parseEnv } from './settings.ts';
import { openDatabase, requireDatabase } from './open-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from './start-error.ts';

const USAGE = `Who is an administrator of the embedded backend. Stop the server first: it has the data folder to itself.

  npm run admin -- add EMAIL      makes an administrator, with a new password, which is printed
  npm run admin -- revoke EMAIL   takes the role away and ends the sessions
  npm run admin -- list           names the administrators`;

/** `npm run admin`: the one way to give or take the role, besides the first start. */
await runCommand(async ([command, email, ...more]) => {
  const needsEmail = command === 'add' || command === 'revoke';
  if ((!needsEmail && command !== 'list') || needsEmail !== (email !== undefined) || more.length > 0) throw new StartError(USAGE);
  const { dataDir, hosted } = parseEnv(process.env);
  if (hosted !== null) {
    throw new StartError(
      `The environment names the hosted project ${hosted.url}. Its administrators are made in its dashboard: see docs/production.md. For the data folder, leave VITE_SUPABASE_URL out.`,
    );
  }
  requireDatabase(dataDir);
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
});
