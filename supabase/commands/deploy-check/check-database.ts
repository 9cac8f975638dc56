import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrations } from '../../local/database/migrate.ts';
import { PATHS } from '../../local/project-paths.ts';
import { ok, missing, unchecked, wrong, type Line } from './report.ts';
import { ask, readObject, type Answer, type DeployState, type Target } from './target.ts';

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
  const ours = readMigrations().map(({ version }) => version);
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
  return ok(name, `all ${ours.length} are applied`);
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
  return state.alarms.length === 0
    ? ok(name, 'none of the last two days')
    : wrong(
        name,
        `raised in the last two days: ${state.alarms.join(', ')}`,
        'docs/production.md, "Every week, and when something rings"',
      );
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

/** The greatest revision seen for each of the last twenty epochs. */
const MEMORY = path.join(PATHS.cache, 'deploy-check.json');
const REMEMBERED = 20;

function readMemory(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(MEMORY, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function remember(epoch: string, revision: number): number | undefined {
  const { [epoch]: before, ...others } = readMemory();
  mkdirSync(PATHS.cache, { recursive: true });
  const kept = [
    ...Object.entries(others).slice(1 - REMEMBERED),
    [epoch, Math.max(before ?? 0, revision)],
  ];
  writeFileSync(MEMORY, JSON.stringify(Object.fromEntries(kept)));
  return before;
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
 * A smaller revision under the same epoch means a restored database: portals would mistake old rows
 * for new ones.
 */
export function checkEpoch(state: DeployState | null): Line {
  const name = 'epoch';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { epoch, revision } = state;
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
  const before = remember(epoch, revision.last);
  if (before !== undefined && revision.last < before)
    return wrong(
      name,
      'revisions have gone back since the last check: a backup was restored',
      'npm run restored',
    );
  return ok(
    name,
    before === undefined
      ? 'there is one; revisions are compared from the next check on'
      : 'revisions have not gone back since the last check',
  );
}

/** A copy in another place cannot be checked. */
export const checkBackups = (): Line =>
  unchecked(
    'backups',
    'the platform keeps them, without the files: docs/production.md, "Backup, and the drill"',
    'npm run backup -- make FOLDER, each night',
  );
