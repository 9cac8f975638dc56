import { backup } from './backup/command.ts';
import { runCommand } from './run-command.ts';

await runCommand((args) => {
  // All written files are for their owner only, including those of PostgreSQL's programs.
  process.umask(0o077);
  return backup(args, process.env);
});
