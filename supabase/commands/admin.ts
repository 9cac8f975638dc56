import {
  addAdministrator,
  listAdministrators,
  recoverAdministrator,
  removeAccount,
  revokeAdministrator,
} from '../local/auth/administrators.ts';
import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Who is an administrator: in the data folder, whether it is being served or not, or in the project of VITE_SUPABASE_URL, with
SUPABASE_SECRET_KEY.

  npm run admin -- add EMAIL      makes an administrator, with a new password, which is printed
  npm run admin -- recover EMAIL  prints a link with which an administrator chooses a new password
  npm run admin -- revoke EMAIL   takes the role away and ends the sessions
  npm run admin -- remove EMAIL   removes the account, with the role
  npm run admin -- list           names the administrators`;

/**
 * `npm run admin`: the only way to grant or revoke the role, besides the first start of a data
 * folder.
 */
await runCommand(async ([command, email, ...more]) => {
  if (more.length === 0 && email !== undefined) {
    if (command === 'add') return onProject((reached) => addAdministrator(reached, email));
    if (command === 'recover') return onProject((reached) => recoverAdministrator(reached, email));
    if (command === 'revoke') return onProject((reached) => revokeAdministrator(reached, email));
    if (command === 'remove')
      return onProject((reached, env) =>
        removeAccount(reached, email, env.hosted === null ? env.admin.email : null),
      );
  }
  if (command === 'list' && email === undefined) return onProject(listAdministrators);
  throw new StartError(USAGE);
});
