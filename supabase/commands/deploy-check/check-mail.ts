import { randomUUID } from 'node:crypto';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { ok, missing, unchecked, wrong, type Line } from './report.ts';
import { ask, readObject, type DeployState, type Target } from './target.ts';

/** A file keeps keys out of the shell's history. */
const SET_SECRETS = 'npx supabase secrets set --env-file .env.functions';
const SECRETS = `write RESEND_API_KEY, MAIL_TO, MAIL_FROM and SITE_URL to .env.functions\n${SET_SECRETS}`;

/** Checks that the office's mail can be sent. */
export async function checkAlertFunction({ url }: Target): Promise<Line> {
  const name = 'send-form-email';
  const deploy = `npx supabase functions deploy ${name} --use-api`;
  const answer = await askAboutNobody(url);
  const { error } = readObject(answer);
  if (answer.status === 404 && error === 'There is no such record.')
    return ok(name, 'runs, with its secrets, and reaches the database');
  if (answer.status === 404) return missing(name, 'not deployed', deploy);
  if (answer.status === 401)
    return wrong(
      name,
      'the platform requires a token, and a publishable key is not one',
      `${deploy}  (config.toml says verify_jwt = false)`,
    );
  if (answer.status === 503)
    return wrong(
      name,
      'it does not start: a secret is missing or malformed, such as MAIL_TO (one address, or several separated by commas); its log names it',
      `${SECRETS}\n${deploy}`,
    );
  if (answer.status === 502)
    return wrong(name, 'it does not reach the database', `${deploy}  (after a change of keys)`);
  return wrong(name, answer.status === 0 ? 'no answer' : `answered ${answer.status}`, deploy);
}

/**
 * Asks the alert function about a record that does not exist. The answer shows that the function
 * runs, has its secrets and reaches the database.
 */
const askAboutNobody = (url: string) =>
  ask(`${url}/functions/v1/send-form-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'contact', data: { id: randomUUID() } }),
  });

/** Sends a request that the function refuses, which shows that it is deployed. */
export async function checkResumeFunction({ url }: Target): Promise<Line> {
  const name = 'remove-unclaimed-resumes';
  const answer = await ask(`${url}/functions/v1/${name}`);
  const remedy = `npx supabase functions deploy ${name} --use-api`;
  if (answer.status === 405) return ok(name, 'runs');
  return answer.status === 404
    ? missing(name, 'not deployed', remedy)
    : wrong(name, answer.status === 0 ? 'no answer' : `answered ${answer.status}`, remedy);
}

/**
 * Sends an event without a signature; the refusal shows that the function is deployed with its
 * secret.
 */
export async function checkMailEvents({ url }: Target): Promise<Line> {
  const name = 'mail-events';
  const remedy = `write RESEND_WEBHOOK_SECRET=whsec_... to .env.functions\n${SET_SECRETS}\nnpx supabase functions deploy ${name} --use-api`;
  const answer = await ask(`${url}/functions/v1/${name}`, { method: 'POST', body: '{}' });
  if (readObject(answer).error === 'The signature is wrong.')
    return ok(name, 'runs, and asks for the provider’s signature');
  if (answer.status === 404)
    return missing(name, 'not deployed: bounced mails are not reported', remedy);
  if (answer.status === 401)
    return wrong(
      name,
      'the platform requires a token, which the provider does not have',
      `${remedy}  (config.toml says verify_jwt = false)`,
    );
  return wrong(
    name,
    answer.status === 0 ? 'no answer' : `answered ${answer.status}: its secret may be missing`,
    remedy,
  );
}

/** A hosted function's secrets are not readable, but it does not start without them. */
export const checkMailSettings = (): Line =>
  unchecked(
    'mail addresses',
    'the function has MAIL_TO, MAIL_FROM and SITE_URL, or it would not run; their values can’t be read',
    SECRETS,
  );

/** Checks that the mails about real submissions went out. */
export function checkMailSent(state: DeployState | null): Line {
  const name = 'mail';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { late, last_sent: lastSent } = state.alerts;
  if (late > 0)
    return wrong(
      name,
      `${late} of the last two days could not be sent`,
      'look at the provider’s log; then Send again in the portal',
    );
  if (lastSent === null)
    return unchecked(
      name,
      'none was ever sent',
      'book something on the site, then look here again',
    );
  return ok(
    name,
    `the provider accepted the last one on ${lastSent.slice(0, 10)}, and none is late`,
  );
}

const RECEIPT_EVENTS = 'email.bounced, email.suppressed and email.complained';

/**
 * Checks that customers get receipts and bounced addresses get no more, and counts the last two
 * days' receipts.
 */
export async function checkReceipts(target: Target): Promise<Line> {
  const name = 'receipts';
  const { url, secretKey } = target;
  const receipts = (await askAboutNobody(url)).headers.get('x-receipts');
  const set = `write MAIL_RECEIPTS=100 to .env.functions, the most a day\n${SET_SECRETS}`;
  if (receipts === 'off')
    return ok(
      name,
      'off by MAIL_RECEIPTS=0: customers get no email, also about answers to bookings',
    );
  if (receipts === 'malformed')
    return wrong(name, 'none is sent: MAIL_RECEIPTS is no number from 0 to 10000', set);
  if (receipts !== 'on') return unchecked(name, 'needs send-form-email as this checkout has it');
  if ((await checkMailEvents(target)).state !== 'ok')
    return missing(
      name,
      'on, but bounces and complaints are not reported: those addresses would get further receipts',
      `the webhook of mail-events, with the events ${RECEIPT_EVENTS}`,
    );
  if (secretKey === null) return unchecked(name, 'on; how many were sent needs the secret key');
  const counts = readObject(
    await ask(`${url}/rest/v1/rpc/receipt_counts`, {
      method: 'POST',
      headers: { ...keyHeaders(secretKey), 'content-type': 'application/json' },
      body: '{}',
    }),
  );
  const { sent, failed } = counts as { sent?: number; failed?: number };
  if (sent === undefined || failed === undefined)
    return unchecked(name, 'on; how many were sent needs the migrations');
  return failed > 0
    ? wrong(
        name,
        `${failed} of the last two days could not be sent`,
        'look at the provider’s log; they are tried again for two days',
      )
    : ok(name, `on: ${sent} sent in the last two days`);
}
