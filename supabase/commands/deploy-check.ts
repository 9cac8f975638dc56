import { checkAll, CHECKS } from './deploy-check/check-all.ts';
import { exitCode, formatTable, wrong, type Line } from './deploy-check/check.ts';
import { findTarget, readProject, type Target } from './deploy-check/project.ts';
import { createProjectApi } from '../functions/_shared/project-api.ts';
import { runCommand } from './run-command.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Checks the whole set-up: prints a table, with the command that fixes each problem. Changes nothing
but the list of the site's releases, whose errors in browsers the database counts, and the heartbeat.

  npm run deploy:check                                the project of VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY and
                                                      SITE_URL, the address of the site
  npm run deploy:check -- known LINE DAY              a line that is missing or wrong fails no check until that day is over,
                                                      such as  known "legal identity" 2027-01-31
  npm run deploy:check -- known LINE                  takes it back

The exit code is 0, 1 when something is missing, or 2 when something is wrong.`;

/** A day as typed; throws a StartError for another text, or a day that is past or more than a year away. */
function readDay(text: string): string {
  const days = (Date.parse(`${text}T00:00:00Z`) - Date.now()) / (24 * 60 * 60 * 1000);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || !(days > -1 && days < 366))
    throw new StartError(
      `${text} must be a day from today on, at most a year away, such as ${new Date().getFullYear() + 1}-01-31.`,
    );
  return text;
}

/** Stores that the owner knows of a line until a day; null takes it back. */
async function storeKnown(target: Target, line: string, until: string | null): Promise<void> {
  const names = CHECKS.map(({ name }) => name);
  if (!names.includes(line))
    throw new StartError(`There is no line "${line}". The lines are: ${names.join(', ')}.`);
  const { url, secretKey } = target;
  if (secretKey === null)
    throw new StartError(
      'SUPABASE_SECRET_KEY is missing: the database stores which lines are known.',
    );
  const parameters = { _line: line, _until: until };
  await createProjectApi({ url, secretKey, fetch }).call('set_known', parameters);
}

async function readLines(args: readonly string[]): Promise<Line[]> {
  const [command, line, day, ...more] = args;
  if (more.length > 0 || (command !== undefined && (command !== 'known' || line === undefined)))
    throw new StartError(USAGE);
  const until = day === undefined ? null : readDay(day);
  let target: Target;
  try {
    target = findTarget(parseEnv(process.env));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const found = error.message.replace(/\n/g, ' ');
    return [{ name: 'variables', ...wrong(found, 'see docs/running.md, "Settings"') }];
  }
  if (line !== undefined) await storeKnown(target, line, until);
  return checkAll(await readProject(target));
}

await runCommand(async (args) => {
  const lines = await readLines(args);
  process.exitCode = exitCode(lines);
  return formatTable(lines);
});
