import { missing, ok, unchecked, wrong, type Line } from './report.ts';
import { ask, askState, stateOf, type DeployState, type Target } from './target.ts';

/** Three rounds of the schedule. */
const LATEST_ROUND_S = 15 * 60;
/** A call is noted at most once a minute. */
const LATEST_CALL_S = 2 * 60;
/** A watcher from outside asks every five minutes. */
const LATEST_WATCHER_S = 60 * 60;

const isSince = (seconds: number | null, most: number): boolean =>
  seconds !== null && seconds <= most;
const ago = (seconds: number | null): string =>
  seconds === null ? 'never' : `${Math.round(seconds / 60)} minutes ago`;

const DISK = `Supabase’s dashboard: Reports, Database, and enlarge the disk or delete the largest; then docs/production.md, "Every week, and when something rings"`;
const ROUNDS =
  'in the SQL editor: select * from cron.job_run_details order by start_time desc limit 20;';
const RESPONSES = 'in the SQL editor: select * from net._http_response order by created desc;';

/**
 * Calls the alert function as a watcher does, and reads the heartbeats: of the schedule's rounds (cron), of their calls (network),
 * and of this call (function and disk). Names the first part that fails.
 * @param state The state before the call.
 */
export async function checkHeartbeat(target: Target, state: DeployState | null): Promise<Line> {
  const name = 'heartbeat';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  if (state.read_only)
    return wrong(
      name,
      'disk: the database is read-only, as Supabase makes it when it is full',
      DISK,
    );
  const { status } = await ask(`${target.url}/functions/v1/send-form-email`);
  const { cron, schedule, watcher } = stateOf(await askState(target))?.heartbeat ?? state.heartbeat;
  if (status !== 200 && status !== 503)
    return wrong(
      name,
      `function: a watcher’s call of send-form-email ${status === 0 ? 'got no answer' : `was answered ${status}`}`,
      'npx supabase functions deploy send-form-email --use-api',
    );
  if (!isSince(watcher, LATEST_CALL_S))
    return wrong(
      name,
      `disk: send-form-email runs, and its heartbeat was stored ${ago(watcher)}`,
      `${DISK}\nnpx supabase functions deploy send-form-email --use-api  (after a change of keys)`,
    );
  if (state.project_url !== true)
    return missing(name, 'cron: it does not know the project’s address', 'see "schedule"');
  if (!isSince(cron, LATEST_ROUND_S))
    return wrong(name, `cron: the last round of send-alerts was ${ago(cron)}`, ROUNDS);
  if (!isSince(schedule, LATEST_ROUND_S))
    return wrong(
      name,
      `network: cron runs, and its last call that send-form-email answered was ${ago(schedule)}`,
      RESPONSES,
    );
  return ok(
    name,
    `cron, network, disk and function work; ${
      isSince(state.heartbeat.watcher, LATEST_WATCHER_S)
        ? `a watcher asked ${ago(state.heartbeat.watcher)}`
        : 'no watcher from outside asked within the hour'
    }`,
  );
}
