import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { senderOf } from '../server/client-address.ts';
import type { LocalDatabase } from '../database/open-database.ts';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { createPasswordChecks } from './password-checks.ts';
import { createBuckets } from './token-bucket.ts';
import { hashPassword, isTooLong } from './users.ts';

/**
 * The hosted service's limit of sign-ins: thirty at once and 150 in five minutes. Here only wrong
 * passwords count.
 */
const BY_NETWORK = { capacity: 30, refillMs: 2_000 };
/** Four times as many, as in the flood guard. */
const BY_SITE = { capacity: 120, refillMs: 500 };
/** For one network and one account. */
const BY_PAIR = { capacity: 10, refillMs: 60_000 };
/**
 * For one account from all networks: beyond it each attempt waits. It is never refused, or anybody
 * could lock the owner out.
 */
const BY_ACCOUNT = { capacity: 10, refillMs: 60_000 };
const SLOWED_MS = 5_000;
const MAX_EMAIL = 255;

/**
 * Serves a request, unless its password is wrong or too many wrong ones came before it. `client`:
 * the sender's address.
 */
type SignInGuard = (
  request: Request,
  client: string,
  serve: () => Promise<Response>,
) => Promise<Response>;

const createLimit = ({ capacity, refillMs }: { capacity: number; refillMs: number }) =>
  createBuckets(capacity, refillMs);

/**
 * Guards the sign-in against guessing. Wrong passwords are limited by network, by site, and by
 * network and account. An account with many of them is slowed down for networks that never signed
 * in to it. Nothing else limits an account, so others' guesses cannot lock its owner out.
 */
export function createSignInGuard(database: LocalDatabase): SignInGuard {
  const limits = {
    network: createLimit(BY_NETWORK),
    site: createLimit(BY_SITE),
    pair: createLimit(BY_PAIR),
    account: createLimit(BY_ACCOUNT),
  };
  type Counted = [kind: keyof typeof limits, key: string];
  const giveBack = (counted: readonly Counted[]) =>
    counted.forEach(([kind, key]) => limits[kind].giveBack(key));
  const checkPassword = createPasswordChecks();
  const decoy = hashPassword(randomUUID());

  return async (request, client, serve) => {
    if (request.method !== 'POST' || authPath(request) !== '/token') return serve();
    // By the body alone, whatever grant the query names: the services parse queries differently.
    const { email, password } = await readBody(request);
    if (typeof email !== 'string' || typeof password !== 'string') return serve();
    // No account has so long an address or password, and each counted address takes memory.
    if (email.length > MAX_EMAIL || isTooLong(password)) return refuseCredentials();

    const account = email.toLowerCase();
    const { network, site } = senderOf(client);
    const { hash, isKnown } = await findAccount(database, account, network);
    const counted: Counted[] = [
      ['network', network],
      ...(isKnown ? [] : [['pair', `${network} ${account}`] satisfies Counted]),
      ['site', site],
    ];
    for (const [index, [kind, key]] of counted.entries()) {
      const waitMs = limits[kind].take(key);
      if (waitMs === 0) continue;
      giveBack(counted.slice(0, index));
      return tooMany(waitMs);
    }
    if (!isKnown && limits.account.take(account) > 0) await wait(SLOWED_MS);

    const keys = [isKnown ? 'known' : 'new', site, network];
    // An unknown address costs the same check as a known one.
    const isRight = await checkPassword(keys, password, hash ?? (await decoy));
    if (!isRight || hash === null) return refuseCredentials();
    giveBack(counted);
    if (!isKnown) limits.account.giveBack(account);
    const response = await serve();
    if (response.ok) await noteSignIn(database, account, network);
    return response;
  };
}

const refuseCredentials = () => refuse(400, 'invalid_credentials', 'Invalid login credentials');

function tooMany(waitMs: number): Response {
  const response = refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
  response.headers.set('retry-after', String(Math.ceil(waitMs / 1000)));
  return response;
}

interface Account {
  /** The hash of the account's password; null without a password or an account. */
  hash: string | null;
  /** A sign-in to the account from this network has succeeded before. */
  isKnown: boolean;
}

async function findAccount(
  database: LocalDatabase,
  account: string,
  network: string,
): Promise<Account> {
  const [found] = await database.query<Account>(
    `select encrypted_password as hash, exists (
       select from auth.sign_in_networks n where n.user_id = u.id and n.network = $2
     ) as "isKnown"
     from auth.users u where email = $1`,
    [account, network],
  );
  return found ?? { hash: null, isKnown: false };
}

const noteSignIn = (database: LocalDatabase, account: string, network: string) =>
  database.query(
    `insert into auth.sign_in_networks (user_id, network) select id, $2 from auth.users where email = $1
     on conflict (user_id, network) do update set last_at = now()`,
    [account, network],
  );
