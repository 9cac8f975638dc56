import { sign } from 'hono/jwt';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../local/keys.ts';
import { findServer } from '../../local/reach-project.ts';
import type { Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';

/** What is checked: a hosted project, or the server that has the data folder. */
export interface Target {
  isHosted: boolean;
  /** Where this machine reaches the project; no slash at its end. */
  url: string;
  /** Where visitors' devices reach it, through whatever stands in front; null when nobody has said. */
  front: string | null;
  /** Where visitors find the site. */
  site: string | null;
  publishableKey: string;
  /** Null: of a hosted project, and not in the environment. */
  secretKey: string | null;
  /** What lets a request through the front ask for the state: never a key that is good for longer than it has to be. */
  frontHeaders(): Promise<Record<string, string>>;
  env: Env;
}

const TOKEN_SECONDS = 60;

async function servedTarget(env: Env): Promise<Target> {
  const { url, secretKey, jwtSecret } = await findServer(env);
  return {
    isHosted: false,
    url,
    front: env.siteUrl,
    site: env.siteUrl ?? url,
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    secretKey,
    // SITE_URL may be mistyped: whoever answers there gets a token that is worth nothing in a minute.
    frontHeaders: async () => ({
      apikey: LOCAL_PUBLISHABLE_KEY,
      authorization: `Bearer ${await sign({ role: 'service_role', exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS }, jwtSecret, 'HS256')}`,
    }),
    env,
  };
}

/** Finds what the environment names. Throws a StartError that says what to start or to set. */
export async function findTarget(env: Env): Promise<Target> {
  const { hosted, hostedSecretKey, siteUrl } = env;
  if (siteUrl !== null && !/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(siteUrl)) {
    throw new StartError('SITE_URL must begin with https://, unless it is on this machine.');
  }
  if (hosted === null) return servedTarget(env);
  const url = hosted.url.replace(/\/$/, '');
  const { publishableKey } = hosted;
  const frontHeaders = async () => keyHeaders(hostedSecretKey ?? '');
  return {
    isHosted: true,
    url,
    front: url,
    site: siteUrl,
    publishableKey,
    secretKey: hostedSecretKey,
    frontHeaders,
    env,
  };
}

const TIMEOUT_MS = 30_000;

/** An answer; `status` is 0 when there was none. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Asks once and follows no redirect. Never rejects. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { status: 0, headers: new Headers(), text: '' };
  }
}

/** The object that an answer's body is; empty for anything else. */
export function readObject({ text }: Answer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** What the database tells of itself: see deploy_state in the migrations. */
export interface DeployState {
  migrations: string[] | null;
  administrators: number;
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
  project_url: boolean | null;
  alerts: { last_sent: string | null; late: number };
}

export async function askState(
  target: Target,
  at: string,
  headers: Record<string, string>,
): Promise<Answer> {
  return ask(`${at}/rest/v1/rpc/deploy_state`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ _project_url: target.url }),
  });
}

export const stateOf = (answer: Answer): DeployState | null =>
  answer.status === 200 ? (readObject(answer) as unknown as DeployState) : null;
