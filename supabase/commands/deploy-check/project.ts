import { randomUUID } from 'node:crypto';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { reasonOf } from '../../local/project-fetch.ts';
import { PATHS } from '../../local/project-paths.ts';
import type { Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';

/** The project to check, and its site. */
export interface Target {
  /** Without a trailing slash. */
  url: string;
  /** The site's public address. */
  site: string | null;
  publishableKey: string;
  /** Null if the environment has no key. */
  secretKey: string | null;
  /** The mail provider; null if the environment has no key. */
  resend: Env['mail']['resend'];
}

/** The target of the environment. Throws a StartError that names the variable to set. */
export function findTarget({ hosted, hostedSecretKey, siteUrl, mail }: Env): Target {
  if (hosted === null)
    throw new StartError(
      'VITE_SUPABASE_URL is missing: this command checks a hosted project. The embedded backend is for trying the product and needs no check.',
    );
  if (siteUrl !== null && !/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(siteUrl))
    throw new StartError('SITE_URL must begin with https://, unless it is on this machine.');
  return {
    url: hosted.url.replace(/\/$/, ''),
    site: siteUrl,
    publishableKey: hosted.publishableKey,
    secretKey: hostedSecretKey,
    resend: mail.resend,
  };
}

/** A target, with the answers that several checks read. */
export interface Project extends Target {
  /** The build to compare the site with. */
  dist: string;
  /** In ms since 1970. */
  now: number;
  stateAnswer: Answer;
  /** Null without the secret key and the migrations. */
  state: DeployState | null;
  /** The site's front page; null without a site. */
  front: Answer | null;
  /** The mail function's answer about a record that does not exist: it runs, has its secrets and reaches the database. */
  mail: Answer;
  /** The answer to an event without a signature. */
  mailEvents: Answer;
}

/** Asks for the parts that several checks read. `dist` is the build to compare the site with. */
export async function readProject(target: Target, dist = PATHS.dist): Promise<Project> {
  const { url, site } = target;
  const stateAnswer = await askState(target);
  const [front, mail, mailEvents] = await Promise.all([
    site === null ? null : ask(`${site}/`),
    ask(`${url}/functions/v1/send-form-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'contact', data: { id: randomUUID() } }),
    }),
    ask(`${url}/functions/v1/mail-events`, { method: 'POST', body: '{}' }),
  ]);
  const parts = { stateAnswer, state: stateOf(stateAnswer), front, mail, mailEvents };
  return { ...target, ...parts, dist, now: Date.now() };
}

const TIMEOUT_MS = 30_000;

/** An answer; `status` is 0 if no answer came, and `text` the reason. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends one request without following redirects. Never rejects. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return { status: 0, headers: new Headers(), text: reasonOf(error) };
  }
}

/** The answer's JSON; an empty object for another body. */
export function readBody<T extends object = Record<string, unknown>>({ text }: Answer): Partial<T> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

const askDatabase = (
  { url }: Target,
  key: string,
  name: string,
  parameters: object,
  headers: Record<string, string> = {},
) =>
  ask(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...keyHeaders(key), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(parameters),
  });

/** The result of a database function; null without the secret key, or without the function. */
export async function call<T extends object>(
  target: Target,
  name: string,
  parameters: object = {},
): Promise<T | null> {
  if (target.secretKey === null) return null;
  const answer = await askDatabase(target, target.secretKey, name, parameters);
  return answer.status === 200 ? (readBody(answer) as T) : null;
}

/** The lines that the owner knows about, by name: until the end of the day `until`, failures before `at`. */
export type Known = Readonly<Record<string, { until: string; at: string }>>;

/** The database's report about itself: see deploy_state in the migrations. */
export interface DeployState {
  migrations: string[] | null;
  migration_texts: Readonly<Record<string, string>> | null;
  administrators: number;
  /** The administrators without a second factor. */
  without_factor: number;
  accounts: number;
  epoch: string | null;
  revision: { last: number; greatest: number };
  sender: {
    counted: string | null;
    forwarded_for: (string | null)[];
    cf_connecting_ip: string | null;
    loopback: 'exempt' | 'on';
  };
  jobs: string[] | null;
  /** The series that run, and when their visits were last made. */
  visits: { series: number; last_run: string | null };
  project_url: boolean | null;
  /** Whether the database takes no writes by default. */
  read_only: boolean;
  /** Seconds since each part's last heartbeat; null before the first. */
  heartbeat: { cron: number | null; schedule: number | null; watcher: number | null };
  is_restored: boolean | null;
  /** `given_up` are among the `unsent`; `latest` is the time of the last failure. */
  alerts: { last_sent: string | null; unsent: number; given_up: number; latest: string | null };
  /** The mails of the last day, and the most that the provider sends. */
  mails: { used: number; limit: number | null };
  alarms: { targets: string[]; latest: string | null };
  last_backup: string | null;
  known: Known;
}

/** Asks for the state with the secret key, or with the public one if there is none. */
const askState = (target: Target, headers?: Record<string, string>): Promise<Answer> =>
  askDatabase(
    target,
    target.secretKey ?? target.publishableKey,
    'deploy_state',
    { _project_url: target.url },
    headers,
  );

const stateOf = (answer: Answer): DeployState | null =>
  answer.status === 200 ? (readBody(answer) as DeployState) : null;

/** The state as of now, asked for with these headers. */
export const readState = async (target: Target, headers?: Record<string, string>) =>
  stateOf(await askState(target, headers));
