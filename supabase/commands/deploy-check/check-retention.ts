import { RETENTION_MONTHS } from '../../../src/core/domain/retention.ts';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { missing, ok, unchecked, wrong, type Line } from './report.ts';
import { ask, readArray, type Target } from './target.ts';

interface Rule {
  target: string;
  months: number | null;
  last_run: string | null;
}

/** The job runs hourly. */
const LATE_MS = 48 * 60 * 60 * 1000;

/** Checks that the database deletes after the periods that the privacy page promises, and still does. */
export async function checkRetention(
  { url, secretKey }: Target,
  promised: Readonly<Record<string, number>> = RETENTION_MONTHS,
): Promise<Line> {
  const name = 'retention';
  if (secretKey === null) return unchecked(name, 'needs the secret key');
  const rules = readArray(
    await ask(`${url}/rest/v1/rpc/retention`, {
      method: 'POST',
      headers: { ...keyHeaders(secretKey), 'content-type': 'application/json' },
      body: '{}',
    }),
  ) as Rule[];
  if (rules[0]?.last_run === undefined) return unchecked(name, 'needs the migrations');
  const differing = rules.filter(({ target, months }) => months !== promised[target]);
  if (differing.length > 0) {
    const found = differing.map(
      ({ target, months }) =>
        `${target} are kept for ${months === null ? 'good' : `${months} months`}; the privacy page says ${promised[target]} months`,
    );
    return wrong(name, found.join('; '), 'npm run retention -- set');
  }
  const lastRun = rules[0].last_run;
  const remedy =
    'in the SQL editor: select private.schedule_jobs(); select * from cron.job_run_details order by start_time desc limit 20;';
  if (lastRun === null) return missing(name, 'has not run yet', `wait an hour; then ${remedy}`);
  const found = `last run on ${lastRun.slice(0, 10)}`;
  return Date.now() - Date.parse(lastRun) > LATE_MS
    ? wrong(name, found, remedy)
    : ok(name, `${found}, with the privacy page’s periods`);
}
