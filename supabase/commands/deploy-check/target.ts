import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { reasonOf } from '../../local/project-fetch.ts';
import type { Known } from './report.ts';
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

/** The answer's body if it is a JSON object, else an empty object. */
export function readObject({ text }: Answer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** The answer's body if it is a JSON array, else an empty one. */
export function readArray({ text }: Answer): unknown[] {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : [];
  } catch {
    return [];
  }
}

/** The database's report about itself: see deploy_state in the migrations. */
export interface DeployState {
  migrations: string[] | null;
  migration_texts: Readonly<Record<string, string>> | null;
  administrators: number;
  /** The administrators without a second factor; absent in a former server's report. */
  without_factor?: number;
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
export function askState(
  { url, secretKey, publishableKey }: Target,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(`${url}/rest/v1/rpc/deploy_state`, {
    method: 'POST',
    headers: {
      ...keyHeaders(secretKey ?? publishableKey),
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ _project_url: url }),
  });
}

export const stateOf = (answer: Answer): DeployState | null =>
  answer.status === 200 ? (readObject(answer) as unknown as DeployState) : null;
