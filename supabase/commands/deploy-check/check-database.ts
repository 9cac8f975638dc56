import { createHash } from 'node:crypto';
import { readMigrations } from '../../local/database/migrate.ts';
import { ok, missing, unchecked, wrong, type Line } from './report.ts';
import { ask, readObject, type Answer, type DeployState, type Target } from './target.ts';

/** As deploy_state makes it of a recorded text. */
const hashOf = (sql: string): string =>
  createHash('md5')
    .update(sql.replaceAll(/[ \t\r\n;]/g, ''))
    .digest('hex');

export function checkMigrations(state: DeployState | null, { status }: Answer): Line {
  const name = 'migrations';
  const remedy = 'npx supabase db push --linked';
  if (state === null) {
    return status === 404
      ? missing(name, 'the database does not have the newest', remedy)
      : unchecked(name, 'needs the secret key');
  }
  if (state.migrations === null)
    return wrong(
      name,
      'the database has no record of the applied ones',
      'npx supabase migration list --linked',
    );
  const migrations = readMigrations();
  const ours = migrations.map(({ version }) => version);
  const lacking = ours.filter((version) => !state.migrations?.includes(version));
  const strange = state.migrations.filter((version) => !ours.includes(version));
  if (lacking.length > 0) return missing(name, `not applied: ${lacking.join(', ')}`, remedy);
  if (strange.length > 0) {
    const found = `this checkout does not have ${strange.join(', ')}`;
    const update = 'check out the release that the project has';
    const newest = ours.at(-1) ?? '';
    return strange.every((version) => version > newest)
      ? unchecked(name, found, `nothing after the way back to this release; else ${update}`)
      : wrong(name, found, update);
  }
  const texts = state.migration_texts ?? {};
  const other = migrations.filter(
    ({ version, sql }) => (texts[version] ?? hashOf(sql)) !== hashOf(sql),
  );
  return other.length === 0
    ? ok(name, `all ${ours.length} are applied`)
    : wrong(
        name,
        `applied with another text: ${other.map(({ version }) => version).join(', ')}`,
        'check out the release that the project has: npx supabase migration fetch --linked shows the applied texts',
      );
}

/** Stores config.toml; without SITE_URL the command line would store that name as the address. */
const pushSettings = ({ site }: Target) =>
  `SITE_URL=${site ?? 'https://www.example.com'} npx supabase config push`;

export async function checkSignUp(target: Target): Promise<Line> {
  const { url, publishableKey } = target;
  const name = 'sign-up';
  const answer = await ask(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } });
  const { disable_signup: isClosed, external = {} } = readObject(answer);
  const { email, anonymous_users: anonymous } = external as Record<string, unknown>;
  const remedy = pushSettings(target);
  if (answer.status !== 200) return unchecked(name, `its settings were answered ${answer.status}`);
  if (isClosed !== true || anonymous === true)
    return wrong(name, 'anybody can make an account', remedy);
  return email === true
    ? ok(name, 'closed; existing accounts sign in by email')
    : wrong(name, 'nobody can sign in by email', remedy);
}

/**
 * Checks where links for a new password lead, by the redirect that answers an invalid one. It counts as
 * one attempt of this machine's address.
 */
export async function checkEmailLinks(target: Target): Promise<Line> {
  const name = 'email links';
  const { url, site } = target;
  const remedy = pushSettings(target);
  const { status, headers } = await ask(`${url}/auth/v1/verify?token=invalid&type=recovery`);
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null)
    return unchecked(name, `an invalid link was answered ${status}`);
  if (!/^https?:\/\//.test(location))
    return wrong(name, `lead to no address: ${location.split('#')[0]}`, remedy);
  const { origin } = new URL(location);
  if (site === null) return unchecked(name, `lead to ${origin}; comparing them needs SITE_URL`);
  return origin === site
    ? ok(name, 'lead to the site')
    : wrong(name, `lead to ${origin} instead of SITE_URL`, remedy);
}

/** With more than these, cleaners are probably among them. */
const MANY_ADMINISTRATORS = 3;

export function checkAdministrator(state: DeployState | null): Line {
  const name = 'administrator';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  if (state.administrators === 0)
    return missing(
      name,
      state.accounts === 0
        ? 'there is no account: nobody can open the portal'
        : `no account that can sign in has the role; accounts: ${state.accounts}`,
      'npm run admin -- add EMAIL',
    );
  const found = `${state.administrators} with the role`;
  return state.administrators > MANY_ADMINISTRATORS
    ? unchecked(
        name,
        `${found}: each carries every address and résumé`,
        'a cleaner needs no account but a code for /crew, from Team in the portal; npm run admin -- revoke EMAIL',
      )
    : ok(name, found);
}

/** Advice only: a second factor is each administrator's own decision. */
export function checkSecondFactor(state: DeployState | null): Line {
  const name = 'second factor';
  if (state?.without_factor === undefined)
    return unchecked(name, 'needs the secret key and the migrations');
  return state.without_factor === 0
    ? ok(name, 'every administrator has one')
    : unchecked(
        name,
        `${state.without_factor} of ${state.administrators} administrators without`,
        'npm run admin -- list names them; each sets it up in the portal, on About this device',
      );
}

/** Checks that no flood and no half-used total of all senders raised an alarm. */
export function checkAlarms(state: DeployState | null): Line {
  const name = 'alarms';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { targets, latest } = state.alarms;
  if (latest === null) return ok(name, 'none of the last 30 days');
  return {
    ...wrong(
      name,
      `raised in the last 30 days, the last one on ${latest.slice(0, 10)}: ${targets.join(', ')}`,
      'docs/production.md, "Every week, and when something rings"',
    ),
    latest,
  };
}

const JOBS = [
  'forget-addresses',
  'make-visits',
  'remove-expired',
  'remove-unclaimed-resumes',
  'send-alerts',
];

export function checkSchedule({ url }: Target, state: DeployState | null): Line {
  const name = 'schedule';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const lacking = JOBS.filter((job) => !state.jobs?.includes(job));
  if (lacking.length > 0) {
    return missing(
      name,
      `not scheduled: ${lacking.join(', ')}`,
      'turn on the extensions pg_cron and pg_net, then in the SQL editor: select private.schedule_jobs();',
    );
  }
  if (state.project_url !== true) {
    return missing(
      name,
      'the vault has no project_url, or a different one',
      `in the SQL editor: delete from vault.secrets where name = 'project_url'; select vault.create_secret('${url}', 'project_url');`,
    );
  }
  return ok(name, `${JOBS.length} jobs, and the project’s address`);
}

const LATEST_RUN_MS = 3 * 60 * 60 * 1000;

/** Checks that the hourly job makes the visits of the series. */
export function checkVisits(state: DeployState | null, now = Date.now()): Line {
  const name = 'regular visits';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { series, last_run: last } = state.visits;
  if (series === 0) return ok(name, 'no series runs');
  const running = series === 1 ? '1 series runs' : `${series} series run`;
  if (last !== null && now - Date.parse(last) <= LATEST_RUN_MS)
    return ok(name, `${running}; their visits were last made at ${last.slice(0, 16)}`);
  return wrong(
    name,
    `${running}, and their visits were ${last === null ? 'never made by the schedule' : `last made at ${last.slice(0, 16)}`}`,
    'in the SQL editor: select private.make_due_visits(50); then look for the job make-visits in cron.job_run_details',
  );
}

/**
 * A restored database under the same epoch: portals would mistake old rows for new ones. Its memory goes back with it, so the epoch
 * names the server on which it began, which no backup takes along.
 */
export function checkEpoch(state: DeployState | null): Line {
  const name = 'epoch';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { epoch, revision, is_restored: isRestored } = state;
  if (epoch === null)
    return wrong(
      name,
      'the database has none',
      'restore the whole database, then npm run restored',
    );
  if (revision.last < revision.greatest) {
    return wrong(
      name,
      'rows have greater revisions than the database would assign next',
      `in the SQL editor: select setval('private.revision', ${revision.greatest});\nnpm run restored`,
    );
  }
  return isRestored
    ? wrong(
        name,
        'it began on another server: a backup was restored, or PostgreSQL was upgraded',
        'after a restore: npm run restored\nafter an upgrade, in the SQL editor: update private.sync_epoch set server = default;',
      )
    : ok(name, 'it began on this server: no backup was restored since');
}

const LATEST_BACKUP_MS = 48 * 60 * 60 * 1000;

/** Checks the age of the last `npm run backup`, once there was one. */
export function checkBackups(state: DeployState | null, now = Date.now()): Line {
  const name = 'backups';
  const remedy = 'npm run backup -- make FOLDER, each night';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const last = state.last_backup;
  if (last === null)
    return unchecked(
      name,
      'none by npm run backup; the platform’s are without the files: docs/production.md, "Backup, and the drill"',
      remedy,
    );
  const found = `the last one by npm run backup is of ${last.slice(0, 16)}`;
  return now - Date.parse(last) > LATEST_BACKUP_MS ? wrong(name, found, remedy) : ok(name, found);
}
