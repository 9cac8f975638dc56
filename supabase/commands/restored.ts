import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `After a backup was restored, before anybody works with it. In the data folder, whether it is being served or not, or in the project of
VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY.

  npm run restored   makes portals read every list anew: they may hold rows that the backup does not have`;

const DONE = `Portals read every list anew when they next have a connection.
Now erase again whoever was erased after the backup was made:  npm run person -- erase EMAIL
and give or take again the roles that changed since:  npm run admin -- list`;

/** `npm run restored`: tells the database from the one that it was restored from. */
await runCommand(async (words) => {
  if (words.length > 0) throw new StartError(USAGE);
  return onProject(async ({ project }) => {
    await project.call('begin_epoch');
    return DONE;
  });
});
