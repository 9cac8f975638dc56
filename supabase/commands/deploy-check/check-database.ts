import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { readMigrations } from '../../local/database/migrate.ts';
import { PATHS } from '../../local/project-paths.ts';
import { DEFAULT_ADMIN_PASSWORD } from '../../local/settings.ts';
import { ok, missing, unchecked, wrong, type Line } from './check-table.ts';
import { ask, readObject, type Answer, type DeployState, type Target } from './target.ts';

/** The versions of the embedded database's own migrations, before all others. */
const EMBEDDED = /^0+1?$/;

export function checkMigrations(
  { isHosted }: Target,
  state: DeployState | null,
  { status }: Answer,
): Line {
  const name = 'migrations';
  const mend = isHosted ? 'npx supabase db push --linked' : 'stop the server, then npm start';
  if (state === null) {
    return status === 404
      ? missing(name, 'the database does not have the newest', mend)
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
  const strange = state.migrations.filter(
    (version) => !ours.includes(version) && !EMBEDDED.test(version),
  );
  if (lacking.length > 0) return missing(name, `not applied: ${lacking.join(', ')}`, mend);
  if (strange.length > 0)
    return wrong(
      name,
      `this checkout does not have ${strange.join(', ')}`,
      'check out the release that the project has',
    );
  return ok(name, `all ${ours.length} are applied`);
}

export async function checkSignUp({ isHosted, url, publishableKey }: Target): Promise<Line> {
  const name = 'sign-up';
  const answer = await ask(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } });
  const { disable_signup: isClosed, external = {} } = readObject(answer);
  const { email, anonymous_users: anonymous } = external as Record<string, unknown>;
  const mend = isHosted
    ? 'SITE_URL=https://www.example.com npx supabase config push'
    : 'run the release of this checkout';
  if (answer.status !== 200) return unchecked(name, `its settings were answered ${answer.status}`);
  if (isClosed !== true || anonymous === true)
    return wrong(name, 'anybody can make an account', mend);
  return email === true
    ? ok(name, 'closed; existing accounts sign in by email')
    : wrong(name, 'nobody can sign in by email', mend);
}

export async function checkAdministrator(target: Target, state: DeployState | null): Promise<Line> {
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
  const answers = target.isHosted ? [] : await tryDefaultPassword(target);
  if (answers === null || answers.some((status) => status !== 200 && status !== 400)) {
    return unchecked(
      name,
      'it is unknown whether one still has the published default password',
      'wait a minute, then npm run deploy:check',
    );
  }
  const open = answers.filter((status) => status === 200).length;
  if (open > 0) {
    return wrong(
      name,
      `${open} of ${answers.length} ${open === 1 ? 'has' : 'have'} the published default password`,
      'the start names them; each changes it in the portal, or npm run admin -- revoke EMAIL',
    );
  }
  return ok(name, `${state.administrators} with the role`);
}

/**
 * Tries to sign in each administrator with the published password, and returns the statuses; null
 * if the addresses cannot be read.
 */
async function tryDefaultPassword({
  url,
  publishableKey,
  secretKey,
}: Target): Promise<number[] | null> {
  const json = { 'content-type': 'application/json' };
  const { status, text } = await ask(`${url}/rest/v1/rpc/administrators`, {
    method: 'POST',
    headers: { ...keyHeaders(secretKey ?? ''), ...json },
    body: '{}',
  });
  if (status !== 200) return null;
  const answers: number[] = [];
  for (const { email } of JSON.parse(text) as { email: string | null }[]) {
    if (email === null) continue;
    const body = JSON.stringify({ email, password: DEFAULT_ADMIN_PASSWORD });
    answers.push(
      (
        await ask(`${url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: publishableKey, ...json },
          body,
        })
      ).status,
    );
  }
  return answers;
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

const JOBS = ['forget-addresses', 'remove-unclaimed-resumes', 'send-alerts'];

export function checkSchedule({ isHosted, url }: Target, state: DeployState | null): Line {
  const name = 'schedule';
  if (!isHosted) return ok(name, 'this process runs the jobs, every minute and every hour');
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

/** Our own server reports its daily backups. A copy in another place cannot be checked. */
export async function checkBackups({ isHosted, url, env }: Target): Promise<Line> {
  const name = 'backups';
  if (isHosted)
    return unchecked(
      name,
      'the platform keeps them, without the files: docs/production.md, "Backup, and the drill"',
      'npm run backup -- make FOLDER, each night',
    );
  if (env.backupsKept === 0)
    return missing(
      name,
      'BACKUPS_KEPT is 0 in this environment: none is made',
      'set BACKUPS_KEPT=7, and start the server again',
    );
  const { backup } = readObject(await ask(`${url}/healthz`));
  if (backup !== 'ok')
    return wrong(name, 'none was made for two days', 'look at what the server prints');
  return unchecked(
    name,
    'one is made each day; whether a copy is kept elsewhere is unknown: docs/production.md, "A folder of the embedded backend"',
  );
}
