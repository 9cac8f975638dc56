import {
  addAdministrator,
  endSecondFactor,
  listAdministrators,
  recoverAdministrator,
  removeAccount,
  revokeAdministrator,
} from './administrators.ts';
import { onProject, runCommand } from './run-command.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Manages administrators: in the data folder, with or without a running server, or in the project of VITE_SUPABASE_URL, with
SUPABASE_SECRET_KEY.

  npm run admin -- add EMAIL         adds an administrator, and prints the new password
  npm run admin -- recover EMAIL     prints a link with which an administrator chooses a new password
  npm run admin -- end-factor EMAIL  ends the second factor, for a lost phone
  npm run admin -- revoke EMAIL      revokes the role and ends the sessions
  npm run admin -- remove EMAIL      removes the account, with the role
  npm run admin -- list              lists the administrators`;

/**
 * `npm run admin`: the only way to grant or revoke the role, besides the first start of a data
 * folder.
 */
await runCommand(async ([command, email, ...more]) => {
  if (more.length === 0 && email !== undefined) {
    if (command === 'add') return onProject((connection) => addAdministrator(connection, email));
    if (command === 'recover')
      return onProject((connection) => recoverAdministrator(connection, email));
    if (command === 'end-factor')
      return onProject((connection) => endSecondFactor(connection, email));
    if (command === 'revoke')
      return onProject((connection) => revokeAdministrator(connection, email));
    if (command === 'remove')
      return onProject((connection, env) =>
        removeAccount(connection, email, env.hosted === null ? env.admin.email : null),
      );
  }
  if (command === 'list' && email === undefined) return onProject(listAdministrators);
  throw new StartError(USAGE);
});
