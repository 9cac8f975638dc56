import {
  addAdministrator,
  endSecondFactor,
  listAdministrators,
  recoverAdministrator,
  removeAccount,
  revokeAdministrator,
} from './administrators.ts';
import type { Connection } from './connect-project.ts';
import type { Env } from '../local/settings.ts';
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

type Command = (connection: Connection, email: string, env: Env) => Promise<string>;
const COMMANDS: Readonly<Record<string, Command>> = {
  add: addAdministrator,
  recover: recoverAdministrator,
  'end-factor': endSecondFactor,
  revoke: revokeAdministrator,
  remove: (connection, email, { hosted, admin }) =>
    removeAccount(connection, email, hosted === null ? admin.email : null),
};

await runCommand(async ([name = '', email, ...more]) => {
  if (name === 'list' && email === undefined) return onProject(listAdministrators);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || email === undefined || more.length > 0) throw new StartError(USAGE);
  return onProject((connection, env) => command(connection, email, env));
});
