import { randomUUID } from 'node:crypto';
import { compare } from 'bcryptjs';
import type { LocalDatabase } from '../open-database.ts';
import { authPath, readBody, refuse } from './auth-answers.ts';
import { createBuckets } from './token-bucket.ts';
import { hashPassword } from './users.ts';

/** The service's own limit of the sign-in: thirty at once and 150 in five minutes. Here only wrong passwords count. */
const BY_ADDRESS = { capacity: 30, refillMs: 2_000 };
/** The service has none by account. */
const BY_ACCOUNT = { capacity: 10, refillMs: 60_000 };
const MAX_EMAIL = 255;

/** Serves a request, unless too many wrong passwords came before it. `client` is the sender's address. */
type SignInGuard = (
  request: Request,
  client: string,
  serve: () => Promise<Response>,
) => Promise<Response>;

/**
 * Guards the sign-in against guessing. A wrong password counts for its address and for its account. From an address that has
 * signed in to the account before only the address counts, so that nobody else's guesses keep its owner out.
 */
export function createSignInGuard(database: LocalDatabase): SignInGuard {
  const addresses = createBuckets(BY_ADDRESS.capacity, BY_ADDRESS.refillMs);
  const accounts = createBuckets(BY_ACCOUNT.capacity, BY_ACCOUNT.refillMs);
  const decoy = hashPassword(randomUUID());

  /** A check as long as the service's own, which it makes for known accounts only. */
  async function checkDecoy(account: string, password: string): Promise<void> {
    const known = await database.query(
      'select from auth.users where email = $1 and encrypted_password is not null',
      [account],
    );
    if (known.length === 0) await compare(password, await decoy);
  }

  return async (request, client, serve) => {
    if (request.method !== 'POST' || authPath(request) !== '/token') return serve();
    // By its body, whatever grant it names: the services read a query by other rules than this would.
    const { email, password } = await readBody(request);
    if (typeof email !== 'string' || typeof password !== 'string' || password === '')
      return serve();
    // Nobody has such an address, and each one that is counted is kept for a while.
    if (email.length > MAX_EMAIL)
      return refuse(400, 'invalid_credentials', 'Invalid login credentials');

    const account = email.toLowerCase();
    const { network, isKnown } = await findSender(database, account, client);
    const waits = [addresses.take(network)];
    if (waits[0] === 0 && !isKnown) waits.push(accounts.take(account));
    const wait = Math.max(...waits);
    if (wait > 0) return tooMany(wait);

    await checkDecoy(account, password);
    const response = await serve();
    if (!response.ok || !(await isAbout(account, response))) return response;
    addresses.giveBack(network);
    if (!isKnown) accounts.giveBack(account);
    await noteSignIn(database, account, network);
    return response;
  };
}

/** Whether the session in an answer is that account's: with a refresh token it is the token's, whatever address stands beside it. */
async function isAbout(account: string, response: Response): Promise<boolean> {
  const { user } = (await response.clone().json()) as { user?: { email?: string } };
  return user?.email?.toLowerCase() === account;
}

function tooMany(waitMs: number): Response {
  const response = refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
  response.headers.set('retry-after', String(Math.ceil(waitMs / 1000)));
  return response;
}

interface Sender {
  /** What the flood guard of submissions counts as one sender, too. An address that it can't read counts as it is. */
  network: string;
  /** Has signed in to the account before. */
  isKnown: boolean;
}

async function findSender(
  database: LocalDatabase,
  account: string,
  client: string,
): Promise<Sender> {
  const [sender] = await database.query<Sender>(
    `select network, exists (
       select from auth.sign_in_networks n join auth.users on id = user_id where email = $1 and n.network = sender.network
     ) as "isKnown"
     from (select coalesce(abbrev(private.network_of($2)), $2) as network) sender`,
    [account, client],
  );
  return sender ?? { network: client, isKnown: false };
}

const noteSignIn = (database: LocalDatabase, account: string, network: string) =>
  database.query(
    `insert into auth.sign_in_networks (user_id, network) select id, $2 from auth.users where email = $1
     on conflict (user_id, network) do update set last_at = now()`,
    [account, network],
  );
