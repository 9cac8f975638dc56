import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getRounds } from 'bcryptjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSupabaseAuth } from '../../src/core/server/supabase-auth.ts';
import type { CheckPassword } from '../../supabase/local/auth/password-checks.ts';
import { createBuckets } from '../../supabase/local/auth/token-bucket.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { useServer } from './support/use-server.ts';

const RIGHT = 'a-long-secret-1';
/** Called with the hash that a password is checked against. */
const checked = vi.hoisted(() => vi.fn<(hash: string) => void>());
// The cost of a check is not tested here.
vi.mock('../../supabase/local/auth/password-checks.ts', () => ({
  createPasswordChecks: (): CheckPassword => (_keys, password, hash) => {
    checked(hash);
    return Promise.resolve(password === RIGHT);
  },
}));
vi.mock('node:timers/promises', { spy: true });

const { newUser, url } = useServer({ TRUSTED_PROXY_HOPS: '1' });

let lastAddress = 0;
/** An address that no other test uses. */
const anAddress = () => `198.51.100.${++lastAddress}`;

/** Tries to sign in from an address. */
async function tryFrom(
  address: string,
  email: string,
  password = 'a-wrong-password',
  query = 'grant_type=password',
) {
  const response = await fetch(`${url()}/auth/v1/token?${query}`, {
    method: 'POST',
    headers: {
      apikey: LOCAL_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email, password }),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as object,
  };
}

const waits = vi.mocked(wait);
beforeEach(() => {
  waits.mockReset();
  waits.mockResolvedValue(undefined);
});
afterEach(() => void waits.mockReset());

/** Guesses until the answer is no longer an ordinary refusal, at most `most` times. */
async function guess(
  most: number,
  next: (count: number) => ReturnType<typeof tryFrom>,
): Promise<number> {
  for (let count = 0; count < most; count++) if ((await next(count)).status === 429) return count;
  return most;
}

describe('wrong passwords', () => {
  test('are limited by address over all accounts, without delaying other addresses', async () => {
    const [owner, attacker] = [await newUser(), anAddress()];
    // All at once, because the limit refills during the attempts.
    const guesses = Array.from({ length: 60 }, (_, count) =>
      tryFrom(attacker, `nobody-${count}@example.com`),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(30);
    const { status, body, retryAfter } = answers.find((answer) => answer.status !== 400) ?? {};
    expect([status, body]).toEqual([
      429,
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    ]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect((await tryFrom(anAddress(), owner.email, owner.password)).status).toBe(200);
  });

  test.each([
    [
      'one of whose many addresses of a /64',
      (count: number) => `2001:db8:64:1::${(count + 1).toString(16)}`,
    ],
    [
      'whose IPv4 address a proxy spells as IPv6, too',
      (count: number) => (count % 2 ? '198.51.100.250' : '::ffff:198.51.100.250'),
    ],
  ])('count for one sender, %s is used each time', async (_, addressOf) => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, count) =>
        tryFrom(addressOf(count), `nobody-${count}@example.com`),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test.each(['grant_type=passwor%64', '%67rant_type=password'])(
    'are limited however the query is spelt: %s',
    async (query) => {
      const { email } = await newUser();
      const attacker = anAddress();
      expect(await guess(15, () => tryFrom(attacker, email, 'a-wrong-password', query))).toBe(10);
    },
  );

  test('are limited by network and account, in any case, known or not', async () => {
    const { email } = await newUser();
    for (const account of [email, `${randomUUID()}@example.com`]) {
      const attacker = anAddress();
      const spelled = (count: number) => (count % 2 ? account : account.toUpperCase());
      expect(await guess(15, (count) => tryFrom(attacker, spelled(count)))).toBe(10);
    }
  });

  test('from many networks slow an account down and never lock its owner out', async () => {
    const [owner, home] = [await newUser(), anAddress()];
    await tryFrom(home, owner.email, owner.password);
    expect(await guess(15, () => tryFrom(anAddress(), owner.email))).toBe(15);
    expect(waits).toHaveBeenCalledTimes(5);
    expect((await tryFrom(anAddress(), owner.email, owner.password)).status).toBe(200);
    expect(waits).toHaveBeenCalledTimes(6);
    expect((await tryFrom(home, owner.email, owner.password)).status).toBe(200);
    expect(waits).toHaveBeenCalledTimes(6);
  });

  test('at an unknown address slow it down as at a known one', async () => {
    const nobody = `${randomUUID()}@example.com`;
    expect(await guess(15, () => tryFrom(anAddress(), nobody))).toBe(15);
    expect(waits).toHaveBeenCalledTimes(5);
  });

  test('from one IPv6 /48 are limited together, and a network over its own limit does not use up the others’', async () => {
    const from = (site: string, count: number) => `2001:db8:${site}:${count.toString(16)}::1`;
    const nobody = () => `${randomUUID()}@example.com`;
    for (let round = 0; round < 2; round++)
      await Promise.all(Array.from({ length: 100 }, () => tryFrom(from('a', 1), nobody())));
    const others = Array.from({ length: 40 }, (_, count) =>
      tryFrom(from('a', count + 2), nobody()),
    );
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(40).fill(400));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, count) => tryFrom(from('b', count), nobody())),
    );
    const tried = answers.filter(({ status }) => status === 400).length;
    expect(tried).toBeGreaterThanOrEqual(120);
    expect(tried).toBeLessThan(200);
  });

  test('count, and right ones do not', async () => {
    const [owner, home] = [await newUser(), anAddress()];
    expect(await guess(35, () => tryFrom(home, owner.email, owner.password))).toBe(35);
  });

  test('are shown to the person as too many attempts', async () => {
    const [{ email }, attacker] = [await newUser(), anAddress()];
    await guess(15, () => tryFrom(attacker, email));
    const send: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), 'x-forwarded-for': attacker },
      });
    const auth = createSupabaseAuth({
      url: url(),
      publishableKey: LOCAL_PUBLISHABLE_KEY,
      fetch: send,
    });
    expect(await auth.signIn(email, 'a-wrong-password')).toMatchObject({
      outcome: 'retry',
      reason: 'rate-limited',
    });
  });
});

test('an unknown address costs a password check, as a known one does', async () => {
  const { email } = await newUser();
  for (const account of [`${randomUUID()}@example.com`, email]) {
    checked.mockClear();
    await tryFrom(anAddress(), account);
    expect(checked.mock.calls.map(([hash]) => getRounds(hash))).toEqual([10]);
  }
});

test('a bucket refills over time, up to its capacity', () => {
  let now = 0;
  const buckets = createBuckets(2, 1_000, () => now);
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 1_000]);
  expect(buckets.take('b')).toBe(0);
  now = 500;
  expect(buckets.take('a')).toBe(500);
  now = 1_000;
  expect(buckets.take('a')).toBe(0);
  now = 60_000;
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 1_000]);
});
