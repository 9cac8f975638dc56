import { randomUUID } from 'node:crypto';
import { COMPANY } from '../../../src/site/content/company.ts';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { ok, missing, optional, unchecked, wrong, type Line } from './report.ts';
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
    return optional(name, 'not deployed: bounced mails are not reported', remedy);
  // A release deploys the function to projects without its secret, too.
  if (answer.status === 503)
    return optional(
      name,
      'does not start: RESEND_WEBHOOK_SECRET is not set, or malformed, and bounced mails are not reported',
      remedy,
    );
  if (answer.status === 401)
    return wrong(
      name,
      'the platform requires a token, which the provider does not have',
      `${remedy}  (config.toml says verify_jwt = false)`,
    );
  return wrong(name, answer.status === 0 ? 'no answer' : `answered ${answer.status}`, remedy);
}

/** A hosted function's secrets are not readable, but it does not start without them. */
export const checkMailSettings = (): Line =>
  unchecked(
    'mail addresses',
    'the function has MAIL_TO, MAIL_FROM and SITE_URL, or it would not run; their values can’t be read',
    SECRETS,
  );

/** Checks that customers' mails name the company and its phone number as the site does. */
export async function checkMailSender({ url }: Target): Promise<Line> {
  const name = 'mail sender';
  const { headers } = await askAboutNobody(url);
  const [sender, phone] = ['x-company', 'x-phone'].map((header) => headers.get(header));
  if (typeof sender !== 'string' || typeof phone !== 'string')
    return unchecked(name, 'needs send-form-email as this checkout has it');
  const remedy = `write MAIL_FROM="${COMPANY.name} <the sender’s address>" and MAIL_PHONE="${COMPANY.phone}" to .env.functions\n${SET_SECRETS}`;
  if (sender === '' || phone === '')
    return missing(name, 'mails lack the company’s name or phone number', remedy);
  return decodeURIComponent(sender) === COMPANY.name && decodeURIComponent(phone) === COMPANY.phone
    ? ok(name, 'mails name the company and its phone number')
    : wrong(name, 'mails name another company or phone number than the site', remedy);
}

/** The provider's settings about a mail's links, as its API tells them. */
interface MailDomain {
  name?: string;
  click_tracking?: boolean;
  open_tracking?: boolean;
}

/**
 * Checks that the provider leaves links as they are: one that leads through its server takes the
 * request's key along. A key that may only send is not told.
 */
export async function checkTracking({ resend }: Target): Promise<Line> {
  const name = 'mail tracking';
  const remedy =
    'at the provider, turn click tracking and open tracking off for each domain (Resend: Domains, Configuration)';
  const unknown = unchecked(
    name,
    'needs RESEND_API_KEY here, one with full access: a key that may only send can’t read it',
    remedy,
  );
  if (resend === null) return unknown;
  const read = (path: string) =>
    ask(new URL(path, resend.baseUrl).href, {
      headers: { authorization: `Bearer ${resend.apiKey}` },
    });
  const list = await read('/domains');
  const { data } = readObject(list) as { data?: { id: string }[] };
  if (list.status !== 200 || !Array.isArray(data)) return unknown;
  const domains = await Promise.all(
    data.map(async ({ id }) => readObject(await read(`/domains/${id}`)) as MailDomain),
  );
  if (!domains.every(({ click_tracking: click }) => typeof click === 'boolean')) return unknown;
  const tracked = domains.filter((domain) => domain.click_tracking || domain.open_tracking);
  return tracked.length === 0
    ? ok(name, 'off: links stay as they are')
    : wrong(
        name,
        `on for ${tracked.map((domain) => domain.name).join(', ')}: the provider sees each link, with the key of its request`,
        remedy,
      );
}

/** Checks that the mails about real submissions went out. */
export function checkMailSent(state: DeployState | null): Line {
  const name = 'mail';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { unsent, given_up: givenUp, latest, last_sent: lastSent } = state.alerts;
  if (unsent > 0 && latest !== null)
    return {
      ...wrong(
        name,
        `${unsent} could not be sent, the last one on ${latest.slice(0, 10)}; ${givenUp} of them are not tried any more`,
        'look at the provider’s log; then Send again in the portal',
      ),
      latest,
    };
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

/** From this share of the provider's limit on, the next mails may be refused. */
const NEARLY_USED = 0.8;

/** Checks how many of the mails that the provider sends in a day are used. */
export function checkMailsUsed(state: DeployState | null): Line {
  const name = 'mails of the day';
  if (state === null) return unchecked(name, 'needs the secret key and the migrations');
  const { used, limit } = state.mails;
  if (limit === null)
    return unchecked(
      name,
      `${used} in the last day; the provider’s most is not known`,
      `write MAIL_DAILY_LIMIT=100, the provider’s most a day, to .env.functions\n${SET_SECRETS}`,
    );
  const found = `${used} of the provider’s ${limit} in the last day`;
  return used >= limit * NEARLY_USED
    ? wrong(
        name,
        found,
        'a larger plan of the provider; docs/production.md, "What a booking costs, and what gives way first"',
      )
    : ok(name, found);
}

const RECEIPT_EVENTS = 'email.bounced, email.failed, email.suppressed and email.complained';

interface ReceiptCounts {
  sent: number;
  failed: number;
  bounced: number;
  late: number;
  /** The time of the last failure. */
  latest: string | null;
}

/** Checks whether customers are reminded of their visits. */
export async function checkReminders({ url }: Target): Promise<Line> {
  const name = 'reminders';
  switch ((await askAboutNobody(url)).headers.get('x-reminders')) {
    case 'on':
      return ok(name, 'on: customers are reminded at four in the afternoon before a visit');
    case 'off':
      return ok(name, 'off by MAIL_REMINDERS=off');
    case 'malformed':
      return wrong(
        name,
        'none is sent: MAIL_REMINDERS is neither on nor off',
        `write MAIL_REMINDERS=on to .env.functions\n${SET_SECRETS}`,
      );
    default:
      return unchecked(name, 'needs send-form-email as this checkout has it');
  }
}

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
    return optional(
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
  const { sent, failed, bounced = 0, late = 0, latest } = counts as Partial<ReceiptCounts>;
  if (sent === undefined || failed === undefined)
    return unchecked(name, 'on; how many were sent needs the migrations');
  if (failed > 0 || late > 0)
    return {
      ...wrong(
        name,
        `${failed} could not be sent, and ${late} about answers are an hour late`,
        'look at the provider’s log; they are tried again for two days. If MAIL_RECEIPTS is used up, raise it',
      ),
      ...(latest && { latest }),
    };
  return ok(name, `on: ${sent} sent in the last two days, ${bounced} bounced`);
}
