import { randomUUID } from 'node:crypto';
import { compare, getRounds } from 'bcryptjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSupabaseAuth } from '../../src/core/server/supabase-auth.ts';
import { createSignInGuard } from '../../supabase/local/auth/sign-in-guard.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';

const RIGHT = 'a-long-secret-1';
const OWNER = 'owner@example.com';
const HASH = `$2b$10$${'a'.repeat(53)}`;

// The cost of a check is not tested here.
vi.mock('bcryptjs', { spy: true });
const compared = vi.mocked(compare as (password: string, hash: string) => Promise<boolean>);

let guard: ReturnType<typeof createSignInGuard>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  compared.mockReset();
  compared.mockImplementation(async (password) => password === RIGHT);
  const query = async (_sql: string, [email]: unknown[] = []) =>
    email === OWNER ? [{ hash: HASH }] : [];
  guard = createSignInGuard({ query } as unknown as Parameters<typeof createSignInGuard>[0]);
});
afterEach(() => void vi.useRealTimers());

/** Tries to sign in from an address. */
const tryFrom = (client: string, email = OWNER, password = 'a-wrong-password') =>
  guard(
    new Request('http://localhost/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    }),
    client,
    async () => new Response('served'),
  );

describe('wrong passwords', () => {
  test('are limited by address over all accounts, and do not delay other addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, count) =>
        tryFrom('198.51.100.1', count % 2 ? OWNER : `${randomUUID()}@example.com`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array<number>(30).fill(400),
      ...Array<number>(10).fill(429),
    ]);
    expect((await tryFrom('198.51.100.2', OWNER, RIGHT)).status).toBe(200);
  });

  test('count together with wrong codes of a second factor, and right codes do not', async () => {
    const enter = (status: number) =>
      guard(
        new Request('http://localhost/auth/v1/factors/factor-1/verify', {
          method: 'POST',
          body: JSON.stringify({ challenge_id: randomUUID(), code: '123456' }),
        }),
        '198.51.100.1',
        async () => new Response('served', { status }),
      );
    for (let count = 0; count < 40; count++) expect((await enter(200)).status).toBe(200);
    for (let count = 0; count < 30; count++) expect((await enter(422)).status).toBe(422);
    expect((await enter(200)).status).toBe(429);
    expect((await tryFrom('198.51.100.1', OWNER, RIGHT)).status).toBe(429);
  });

  test('may be tried again after five minutes', async () => {
    for (let count = 0; count < 30; count++) await tryFrom('198.51.100.1');
    expect((await tryFrom('198.51.100.1', OWNER, RIGHT)).status).toBe(429);
    vi.advanceTimersByTime(5 * 60_000);
    expect((await tryFrom('198.51.100.1', OWNER, RIGHT)).status).toBe(200);
  });

  test('count, and right ones do not', async () => {
    for (let count = 0; count < 40; count++)
      expect((await tryFrom('198.51.100.1', OWNER.toUpperCase(), RIGHT)).status).toBe(200);
  });

  test('are shown to the person as too many attempts', async () => {
    for (let count = 0; count < 30; count++) await tryFrom('198.51.100.1');
    const auth = createSupabaseAuth({
      url: 'http://localhost',
      publishableKey: LOCAL_PUBLISHABLE_KEY,
      fetch: (input, init) =>
        guard(new Request(input, init), '198.51.100.1', async () => new Response()),
    });
    expect(await auth.signIn(OWNER, 'a-wrong-password')).toMatchObject({
      outcome: 'retry',
      reason: 'rate-limited',
    });
  });
});

test('an unknown address costs the same password check as a known one', async () => {
  await tryFrom('198.51.100.1', `${randomUUID()}@example.com`, RIGHT);
  await tryFrom('198.51.100.1', OWNER);
  expect(compared.mock.calls.map(([, hash]) => getRounds(hash))).toEqual([10, 10]);
});
