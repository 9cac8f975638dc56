import { keyHeaders } from '../functions/_shared/project-api.ts';
import {
  checkAdministrator,
  checkBackups,
  checkEpoch,
  checkMigrations,
  checkSchedule,
  checkSignUp,
} from './deploy-check/check-database.ts';
import { checkPublishableKey, checkSecretKey, checkVariables } from './deploy-check/check-keys.ts';
import {
  checkAlertFunction,
  checkMailEvents,
  checkMailSent,
  checkMailSettings,
  checkReceipts,
  checkResumeFunction,
} from './deploy-check/check-mail.ts';
import { checkPush } from './deploy-check/check-push.ts';
import { checkFacts, checkIdentity } from './deploy-check/check-facts.ts';
import { checkSender } from './deploy-check/check-sender.ts';
import { checkBrowserErrors, checkHeaders, checkSite } from './deploy-check/check-site.ts';
import { exitCode, formatTable, wrong, type Line } from './deploy-check/check-table.ts';
import { askState, findTarget, stateOf, type Target } from './deploy-check/target.ts';
import { PATHS } from '../local/project-paths.ts';
import { runCommand } from './run-command.ts';
import { parseEnv } from '../local/settings.ts';
import { StartError } from '../local/start-error.ts';

const USAGE = `Whether everything is there and as it should be: a table, with what to type where it is not. It changes nothing.

  npm run deploy:check   the project of VITE_SUPABASE_URL, with SUPABASE_SECRET_KEY and SITE_URL, the address of the site; else
                         the server that has the data folder, behind the proxy of SITE_URL if there is one

The exit code is 0, 1 when something is missing, or 2 when something is wrong.`;

async function checkAll(target: Target): Promise<Line[]> {
  const answer = await askState(
    target,
    target.url,
    keyHeaders(target.secretKey ?? target.publishableKey),
  );
  const state = stateOf(answer);
  return [
    checkVariables(target),
    await checkPublishableKey(target),
    checkSecretKey(target, answer),
    checkMigrations(target, state, answer),
    await checkSender(target),
    await checkSignUp(target),
    await checkAdministrator(target, state),
    await checkAlertFunction(target),
    await checkResumeFunction(target),
    await checkMailEvents(target),
    await checkPush(target),
    checkSchedule(target, state),
    await checkMailSettings(target),
    checkMailSent(state),
    await checkReceipts(target),
    ...(await checkSite(target)),
    await checkHeaders(target, PATHS.dist),
    await checkBrowserErrors(target),
    checkFacts(target),
    checkIdentity(target),
    checkEpoch(state),
    await checkBackups(target),
  ];
}

async function check(): Promise<Line[]> {
  try {
    return await checkAll(await findTarget(parseEnv(process.env)));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [wrong('variables', error.message.replace(/\n/g, ' '), 'see README.md, "Environment"')];
  }
}

/** `npm run deploy:check`: what is missing before visitors come, and whether it still holds later. */
await runCommand(async (words) => {
  if (words.length > 0) throw new StartError(USAGE);
  const lines = await check();
  process.exitCode = exitCode(lines);
  return formatTable(lines);
});
