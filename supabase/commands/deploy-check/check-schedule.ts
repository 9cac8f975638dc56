import { RETENTION_MONTHS } from '../../../src/core/domain/retention.ts';
import { check, missing, ok, optional, wrong, type Verdict } from './check.ts';
import { NEEDS_STATE, OF_STATE } from './check-project.ts';
import { ask, call, readBody, readState, type Answer } from './project.ts';

/** A file keeps keys out of the shell's history. */
export const SET_SECRETS = 'npx supabase secrets set --env-file .env.functions';

const deploy = (name: string) => `npx supabase functions deploy ${name} --use-api`;
/** A remedy for a platform that asks for a token. */
const withoutToken = (remedy: string) => `${remedy}  (config.toml says verify_jwt = false)`;

/** Expects one of these statuses. */
const byStatus =
  (verdicts: Readonly<Record<number, Verdict | ((answer: Answer) => Verdict)>>) =>
  (answer: Answer): Verdict => {
    const verdict =
      verdicts[answer.status] ??
      wrong(answer.status === 0 ? 'no answer' : `answered ${answer.status}`);
    return typeof verdict === 'function' ? verdict(answer) : verdict;
  };

const ALERTS = deploy('send-form-email');
const EVENTS = `write RESEND_WEBHOOK_SECRET=whsec_... to .env.functions\n${SET_SECRETS}\n${deploy('mail-events')}`;
const PUSH = deploy('push-key');

export const SECRETS = `write RESEND_API_KEY, MAIL_TO, MAIL_FROM and SITE_URL to .env.functions\n${SET_SECRETS}`;
/** The refusal of a deployed mail-events, which has its secret. */
export const UNSIGNED = 'The signature is wrong.';

const JOBS = [
  'forget-addresses',
  'make-visits',
  'remove-expired',
  'remove-unclaimed-resumes',
  'send-alerts',
];
const HOUR_MS = 60 * 60 * 1000;
/** The jobs that make visits and delete run hourly. */
const LATEST_VISITS_MS = 3 * HOUR_MS;
const LATEST_RETENTION_MS = 48 * HOUR_MS;

/** Three rounds of the schedule. */
const LATEST_ROUND_S = 15 * 60;
/** A call is noted at most once a minute. */
const LATEST_CALL_S = 2 * 60;
/** A watcher from outside asks every five minutes. */
const LATEST_WATCHER_S = 60 * 60;

const isSince = (seconds: number | null, most: number) => seconds !== null && seconds <= most;
const ago = (seconds: number | null) =>
  seconds === null ? 'never' : `${Math.round(seconds / 60)} minutes ago`;

const DISK = `Supabase’s dashboard: Reports, Database, and enlarge the disk or delete the largest; then docs/production.md, "Every week, and when something rings"`;
const RUNS = 'select * from cron.job_run_details order by start_time desc limit 20;';

/** Functions and the schedule. */
export const SCHEDULE_CHECKS = [
  check({
    name: 'send-form-email',
    ask: ({ mail }) => mail,
    expect: byStatus({
      404: (answer) =>
        readBody(answer)['error'] === 'There is no such record.'
          ? ok('runs, with its secrets, and reaches the database')
          : missing('not deployed'),
      401: wrong(
        'the platform requires a token, and a publishable key is not one',
        withoutToken(ALERTS),
      ),
      503: wrong(
        'it does not start: a secret is missing or malformed, such as MAIL_TO (one address, or several separated by commas); its log names it',
        `${SECRETS}\n${ALERTS}`,
      ),
      502: wrong('it does not reach the database', `${ALERTS}  (after a change of keys)`),
    }),
    remedy: ALERTS,
  }),
  check({
    name: 'remove-unclaimed-resumes',
    // The function refuses a GET, which shows that it is deployed.
    ask: ({ url }) => ask(`${url}/functions/v1/remove-unclaimed-resumes`),
    expect: byStatus({ 405: ok('runs'), 404: missing('not deployed') }),
    remedy: deploy('remove-unclaimed-resumes'),
  }),
  check({
    name: 'mail-events',
    ask: ({ mailEvents }) => mailEvents,
    expect: byStatus({
      404: optional('not deployed: bounced mails are not reported'),
      // A release deploys the function to projects without its secret, too.
      503: optional(
        'does not start: RESEND_WEBHOOK_SECRET is not set, or malformed, and bounced mails are not reported',
      ),
      401: (answer) =>
        readBody(answer)['error'] === UNSIGNED
          ? ok('runs, and asks for the provider’s signature')
          : wrong(
              'the platform requires a token, which the provider does not have',
              withoutToken(EVENTS),
            ),
    }),
    remedy: EVENTS,
  }),
  check({
    name: 'push-key',
    ask: ({ url }) => ask(`${url}/functions/v1/push-key`),
    expect: byStatus({
      404: optional('not deployed: no device can be notified'),
      401: wrong(
        'the platform asks for a token, which a publishable key is not',
        withoutToken(PUSH),
      ),
      200: (answer) =>
        readBody(answer)['key'] === null
          ? optional(
              'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set, or malformed: web push is off',
              `npm run -s push-keys >> .env.functions\n${SET_SECRETS}`,
            )
          : ok('runs, with the keys of web push'),
    }),
    remedy: PUSH,
  }),
  check({
    name: 'schedule',
    ...OF_STATE,
    expect: ({ jobs, project_url: hasUrl }, { url }) => {
      const lacking = JOBS.filter((job) => !jobs?.includes(job));
      if (lacking.length > 0)
        return missing(
          `not scheduled: ${lacking.join(', ')}`,
          'turn on the extensions pg_cron and pg_net, then in the SQL editor: select private.schedule_jobs();',
        );
      return hasUrl === true
        ? ok(`${JOBS.length} jobs, and the project’s address`)
        : missing(
            'the vault has no project_url, or a different one',
            `in the SQL editor: delete from vault.secrets where name = 'project_url'; select vault.create_secret('${url}', 'project_url');`,
          );
    },
  }),
  check({
    name: 'heartbeat',
    // Calls as a watcher does, and reads the heartbeats after that call (docs/decisions/0027-watch.md).
    ask: async (project) => {
      if (project.state === null) return null;
      const answer = await ask(`${project.url}/functions/v1/send-form-email`);
      const after = await readState(project);
      return { ...project.state, answer, after: after?.heartbeat ?? project.state.heartbeat };
    },
    needs: NEEDS_STATE,
    expect: ({ answer, after, read_only: isReadOnly, project_url: hasUrl, heartbeat: before }) => {
      if (isReadOnly)
        return wrong('disk: the database is read-only, as Supabase makes it when it is full', DISK);
      if (answer.status !== 200 && answer.status !== 503)
        return wrong(
          `function: a watcher’s call of send-form-email ${answer.status === 0 ? 'got no answer' : `was answered ${answer.status}`}`,
          ALERTS,
        );
      if (!isSince(after.watcher, LATEST_CALL_S))
        return wrong(
          `disk: send-form-email runs, and its heartbeat was stored ${ago(after.watcher)}`,
          `${DISK}\n${ALERTS}  (after a change of keys)`,
        );
      if (hasUrl !== true)
        return missing('cron: it does not know the project’s address', 'see "schedule"');
      if (!isSince(after.cron, LATEST_ROUND_S))
        return wrong(
          `cron: the last round of send-alerts was ${ago(after.cron)}`,
          `in the SQL editor: ${RUNS}`,
        );
      if (!isSince(after.schedule, LATEST_ROUND_S))
        return wrong(
          `network: cron runs, and its last call that send-form-email answered was ${ago(after.schedule)}`,
          'in the SQL editor: select * from net._http_response order by created desc;',
        );
      const watcher = isSince(before.watcher, LATEST_WATCHER_S)
        ? `a watcher asked ${ago(before.watcher)}`
        : 'no watcher from outside asked within the hour';
      return ok(`cron, network, disk and function work; ${watcher}`);
    },
  }),
  check({
    name: 'regular visits',
    ...OF_STATE,
    expect: ({ visits: { series, last_run: last } }, { now }) => {
      if (series === 0) return ok('no series runs');
      const running = series === 1 ? '1 series runs' : `${series} series run`;
      if (last !== null && now - Date.parse(last) <= LATEST_VISITS_MS)
        return ok(`${running}; their visits were last made at ${last.slice(0, 16)}`);
      return wrong(
        `${running}, and their visits were ${last === null ? 'never made by the schedule' : `last made at ${last.slice(0, 16)}`}`,
      );
    },
    remedy:
      'in the SQL editor: select private.make_due_visits(50); then look for the job make-visits in cron.job_run_details',
  }),
  check({
    name: 'retention',
    ask: (project) =>
      call<
        { target: keyof typeof RETENTION_MONTHS; months: number | null; last_run: string | null }[]
      >(project, 'retention'),
    needs: NEEDS_STATE,
    expect: (rules, { now }) => {
      const differing = rules.filter(({ target, months }) => months !== RETENTION_MONTHS[target]);
      if (differing.length > 0) {
        const found = differing.map(
          ({ target, months }) =>
            `${target} are kept for ${months === null ? 'good' : `${months} months`}; the privacy page says ${RETENTION_MONTHS[target]} months`,
        );
        return wrong(found.join('; '), 'npm run retention -- set');
      }
      const last = rules[0]?.last_run ?? null;
      const remedy = `in the SQL editor: select private.schedule_jobs(); ${RUNS}`;
      if (last === null) return missing('has not run yet', `wait an hour; then ${remedy}`);
      const found = `last run on ${last.slice(0, 10)}`;
      return now - Date.parse(last) > LATEST_RETENTION_MS
        ? wrong(found, remedy)
        : ok(`${found}, with the privacy page’s periods`);
    },
  }),
];
