import { mintVapidKeys } from '../local/vapid-keys.ts';
import { StartError } from '../local/start-error.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Prints a new key pair for web push, as two lines for .env.functions. Stores nothing.

  npm run -s push-keys >> .env.functions

New keys end every subscription: administrators, cleaners and customers have to turn notifications on again.`;

await runCommand(async (args) => {
  if (args.length > 0) throw new StartError(USAGE);
  const { publicKey, privateKey } = mintVapidKeys();
  return `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`;
});
