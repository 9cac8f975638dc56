import { backup } from './backup/command.ts';
import { runCommand } from './run-command.ts';

/** `npm run backup`: a hosted project's copy, elsewhere. */
await runCommand((words) => {
  // Everything that it writes is for its owner alone, whichever program writes it.
  process.umask(0o077);
  return backup(words, process.env);
});
