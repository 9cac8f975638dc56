import { checkAll } from './deploy-check/check-all.ts';
import { exitCode, formatTable, wrong, type Line } from './deploy-check/report.ts';
import { findTarget } from './deploy-check/target.ts';
import { PATHS } from '../local/project-paths.ts';
import { runCommand } from './run-command.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Checks the whole set-up: prints a table, with the command that fixes each problem. Changes nothing
but the list of the site's releases, whose errors in browsers the database counts, and the heartbeat.

  npm run deploy:check   the project of VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY and SITE_URL, the address of the site

The exit code is 0, 1 when something is missing, or 2 when something is wrong.`;

async function check(): Promise<Line[]> {
  try {
    return await checkAll(findTarget(parseEnv(process.env)), PATHS.dist);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [
      wrong('variables', error.message.replace(/\n/g, ' '), 'see docs/running.md, "Settings"'),
    ];
  }
}

/**
 * `npm run deploy:check`: before the launch, lists the missing parts; later, checks that everything
 * still works.
 */
await runCommand(async (args) => {
  if (args.length > 0) throw new StartError(USAGE);
  const lines = await check();
  process.exitCode = exitCode(lines);
  return formatTable(lines);
});
