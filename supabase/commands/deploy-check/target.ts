import { sign } from 'hono/jwt';
import { keyHeaders } from '../../functions/_shared/project-api.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../local/keys.ts';
import { findServer } from '../../local/reach-project.ts';
import type { Env } from '../../local/settings.ts';
import { StartError } from '../../local/start-error.ts';

/** The system to check: a hosted project, or the running server of the data folder. */
export interface Target {
  isHosted: boolean;
  /** The project's address from this machine, without a trailing slash. */
  url: string;
  /** The project's address for visitors, through any proxies; null if unknown. */
  front: string | null;
  /** The site's public address. */
  site: string | null;
  publishableKey: string;
  /** Null for a hosted project whose key is not in the environment. */
  secretKey: string | null;
  /**
   * Headers that let a request through the front read the state: a short-lived token for our own
   * server, the key for a hosted project.
   */
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
    // SITE_URL may be mistyped, so a stranger's server gets only a token that expires in a minute.
    frontHeaders: async () => ({
      apikey: LOCAL_PUBLISHABLE_KEY,
      authorization: `Bearer ${await sign({ role: 'service_role', exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS }, jwtSecret, 'HS256')}`,
    }),
    env,
  };
}

/**
 * Finds the target of the environment. Throws a StartError that names the server to start or the
 * variable to set.
 */
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

/** An answer; `status` is 0 if no answer came. */
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
  } catch {
    return { status: 0, headers: new Headers(), text: '' };
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

/** The database's report about itself: see deploy_state in the migrations. */
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
  alarms: string[];
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
