import { AFTER_RESTORE } from './after-restore.ts';
import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Run it after restoring a backup, before anybody works: in the data folder, with or without a running server, or in the project of
VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY.

  npm run restored   makes portals reload every list: they may hold rows that the backup does not have`;

await runCommand(async (args) => {
  if (args.length > 0) throw new StartError(USAGE);
  return onProject(async ({ project }) => {
    await project.call('begin_epoch');
    return AFTER_RESTORE;
  });
});
