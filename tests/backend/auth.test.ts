import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import type { AuthAnswer, Session } from '../../src/core/server/auth-backend.ts';
import { readEmailLink } from '../../src/core/server/email-link.ts';
import { createSupabaseAuth } from '../../src/core/server/supabase-auth.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { aBooking } from '../support/records.ts';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, newUser, query, secretKey, url } = useServer();

/** The product's own auth client. */
const auth = () => createSupabaseAuth({ url: url(), publishableKey: LOCAL_PUBLISHABLE_KEY });

function valueOf<T>(answer: AuthAnswer<T>): T {
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer));
  return answer.value;
}
const signIn = async ({ email, password } = ADMIN): Promise<Session> =>
  valueOf(await auth().signIn(email, password));

/** A database client with the session's token. */
const withToken = ({ accessToken }: Session) => visitor({ authorization: `Bearer ${accessToken}` });
const hasRole = async (session: Session) =>
  (await withToken(session).rpc('has_role', { _user_id: session.user.id, _role: 'admin' })).data;
/** Makes a refresh token a minute older. */
const letMinutePass = (refreshToken: string) =>
  query(
    `update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where token = $1`,
    [refreshToken],
  );

const WRONG = {
  outcome: 'rejected',
  code: 'invalid_credentials',
  message: 'Invalid login credentials',
};
const USED = {
  outcome: 'rejected',
  code: 'refresh_token_already_used',
  message: 'Invalid Refresh Token: Already Used',
};

describe('the administrator made at the first start', () => {
  test('signs in and has the role', async () => {
    const session = await signIn();
    expect(session).toMatchObject({
      lifetimeMs: 3_600_000,
      user: { email: ADMIN.email, displayName: 'Administrator' },
    });
    expect(await hasRole(session)).toBe(true);
  });

  test('is refused with a wrong password', async () => {
    expect(await auth().signIn(ADMIN.email, 'wrong')).toEqual(WRONG);
  });

  test('refreshes the session and stays the same user', async () => {
    const session = await signIn();
    const renewed = valueOf(await auth().renew(session.refreshToken));
    expect(renewed.refreshToken).not.toBe(session.refreshToken);
    expect(valueOf(await auth().readAccount(renewed.accessToken)).user).toEqual(session.user);
  });

  test('has no session after signing out', async () => {
    const session = await signIn();
    expect((await auth().signOut(session.accessToken)).outcome).toBe('read');
    expect((await auth().readAccount(session.accessToken)).outcome).toBe('rejected');
    expect((await auth().renew(session.refreshToken)).outcome).toBe('rejected');
  });

  test('may sign out twice', async () => {
    const session = await signIn();
    await auth().signOut(session.accessToken);
    expect((await auth().signOut(session.accessToken)).outcome).toBe('read');
  });
});

describe('a user without the role', () => {
  test('has a name and no role, and sees no row', async () => {
    const session = await signIn(await newUser('Ailsa Craig'));
    expect(session.user.displayName).toBe('Ailsa Craig');
    expect(await hasRole(session)).toBe(false);
    expect((await withToken(session).from('bookings').select('*')).data).toEqual([]);
  });

  test('changes their password and signs in with it', async () => {
    const person = await newUser();
    const { accessToken } = await signIn(person);
    expect((await auth().changePassword(accessToken, 'a-long-secret-2')).outcome).toBe('read');
    expect((await auth().signIn(person.email, 'a-long-secret-2')).outcome).toBe('read');
    expect(await auth().signIn(person.email, person.password)).toEqual(WRONG);
  });

  test('needs a password of six characters', async () => {
    const { accessToken } = await signIn(await newUser());
    expect(await auth().changePassword(accessToken, 'five5')).toEqual({
      outcome: 'rejected',
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
    });
    expect((await auth().changePassword(accessToken, 'sixsix')).outcome).toBe('read');
  });

  test('has a password of 72 bytes at most, which no longer one signs in for', async () => {
    const person = await newUser();
    const { accessToken } = await signIn(person);
    for (const longer of ['x'.repeat(73), 'é'.repeat(37)])
      expect(await auth().changePassword(accessToken, longer)).toEqual({
        outcome: 'rejected',
        code: 'validation_failed',
        message: 'Password cannot be longer than 72 characters',
      });
    const password = 'x'.repeat(72);
    expect((await auth().changePassword(accessToken, password)).outcome).toBe('read');
    expect(await auth().signIn(person.email, `${password}y`)).toEqual(WRONG);
    expect((await auth().signIn(person.email, password)).outcome).toBe('read');
  });
});

describe('an access token that has not expired', () => {
  const end: [string, (session: Session) => Promise<unknown>][] = [
    [
      'signing out everywhere',
      ({ accessToken }) => visitor().auth.admin.signOut(accessToken, 'global'),
    ],
    [
      'a new password elsewhere',
      async () => {
        const { accessToken } = await signIn();
        await auth().changePassword(accessToken, `${ADMIN.password}-2`);
        await auth().changePassword(accessToken, ADMIN.password);
      },
    ],
    ['a sign-out', ({ accessToken }) => auth().signOut(accessToken)],
  ];

  test.each(end)('reads and deletes nothing after %s', async (_, finish) => {
    const session = await signIn();
    const booking = aBooking();
    await visitor().from('bookings').insert(booking);
    const client = withToken(session);
    expect(await hasRole(session)).toBe(true);
    await finish(session);
    const answers = [
      await client.rpc('changes', { after: 0, at_most: 10 }),
      await client.rpc('delete_rows', { listed: 'bookings', ids: [booking.id] }),
      await client.rpc('has_role', { _user_id: session.user.id, _role: 'admin' }),
      await client.from('bookings').select('*'),
      await client.from('bookings').delete().eq('id', booking.id),
    ];
    for (const { status, error } of answers)
      expect([status, error?.message]).toEqual([401, 'Invalid JWT: its session has ended.']);
    const files = await client.storage.from('resumes').createSignedUrl(`${booking.id}.pdf`, 60);
    expect(files.data).toBeNull();
    expect(await query('select from public.bookings where id = $1', [booking.id])).toHaveLength(1);
  });
});

describe('a new password', () => {
  test('ends the other sessions at once, and keeps the one that changed it', async () => {
    const person = await newUser();
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    await auth().changePassword(here.accessToken, 'a-long-secret-2');
    expect((await auth().renew(elsewhere.refreshToken)).outcome).toBe('rejected');
    expect((await auth().readAccount(elsewhere.accessToken)).outcome).toBe('rejected');
    expect((await auth().renew(here.refreshToken)).outcome).toBe('read');
  });

  test('ends no session if it is refused', async () => {
    const person = await newUser();
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    await auth().changePassword(here.accessToken, 'short');
    expect((await auth().renew(elsewhere.refreshToken)).outcome).toBe('read');
  });

  test('is refused from a session of last week', async () => {
    const session = await signIn(await newUser());
    await query(
      `update auth.sessions set created_at = now() - interval '7 days' where user_id = $1`,
      [session.user.id],
    );
    expect(await auth().changePassword(session.accessToken, 'a-long-secret-2')).toEqual({
      outcome: 'session-too-old',
      message: 'Password update requires reauthentication',
    });
  });
});

describe('a link for a new password', () => {
  /** Makes a link as `npm run admin -- recover` does; returns its target and its token hash. */
  async function makeLink(email: string) {
    const service = createClient(url(), secretKey(), { auth: { persistSession: false } });
    const { data, error } = await service.auth.admin.generateLink({ type: 'recovery', email });
    if (error) throw error;
    return data.properties;
  }
  /** The address to which the service redirects the link, as the browser sees it. */
  async function open(link: string) {
    const response = await fetch(link, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '', link);
  }

  test('opens the portal with a session that may set the password, and ends the others', async () => {
    const person = await newUser();
    const elsewhere = await signIn(person);
    const target = await open((await makeLink(person.email)).action_link);
    expect(target.pathname).toBe('/admin/');
    const link = readEmailLink(target);
    expect(link).toMatchObject({ kind: 'session', userId: person.id, email: person.email });
    if (link?.kind !== 'session') return;
    const { accessToken } = link.tokens;
    expect((await auth().changePassword(accessToken, 'a-long-secret-2')).outcome).toBe('read');
    expect((await signIn({ ...person, password: 'a-long-secret-2' })).user.id).toBe(person.id);
    expect((await auth().renew(elsewhere.refreshToken)).outcome).toBe('rejected');
    expect((await auth().renew(link.tokens.refreshToken)).outcome).toBe('read');
  });

  test('works once, and a later link replaces an earlier one', async () => {
    const { email } = await newUser();
    const [first, second] = [await makeLink(email), await makeLink(email)];
    const expired = { kind: 'refused', code: 'otp_expired' };
    expect(readEmailLink(await open(first.action_link))).toEqual(expired);
    expect(readEmailLink(await open(second.action_link))).toMatchObject({ kind: 'session' });
    expect(readEmailLink(await open(second.action_link))).toEqual(expired);
  });

  test('is refused after an hour', async () => {
    const { id, email } = await newUser();
    const { action_link } = await makeLink(email);
    await query(
      `update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = $1`,
      [id],
    );
    expect(readEmailLink(await open(action_link))).toEqual({
      kind: 'refused',
      code: 'otp_expired',
    });
  });

  test('can be opened by its token hash, once', async () => {
    const { id, email } = await newUser();
    const { hashed_token: tokenHash } = await makeLink(email);
    const link = { tokenHash, type: 'recovery' };
    expect(valueOf(await auth().openLink(link)).user.id).toBe(id);
    expect(await auth().openLink(link)).toEqual({
      outcome: 'rejected',
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    });
  });

  test('is refused for an address without an account', async () => {
    await expect(makeLink('nobody@example.com')).rejects.toMatchObject({ code: 'user_not_found' });
  });
});

describe('a used refresh token', () => {
  test('returns the renewed session again to a tab that asked at the same time', async () => {
    const { refreshToken } = await signIn();
    const renewed = valueOf(await auth().renew(refreshToken));
    expect(valueOf(await auth().renew(refreshToken)).refreshToken).toBe(renewed.refreshToken);
  });

  test('is refused after ten seconds, and ends the session created from it', async () => {
    const { refreshToken } = await signIn();
    const renewed = valueOf(await auth().renew(refreshToken));
    await letMinutePass(refreshToken);
    expect(await auth().renew(refreshToken)).toEqual(USED);
    expect((await auth().renew(renewed.refreshToken)).outcome).toBe('rejected');
  });

  test('leaves the other sessions of its user alone', async () => {
    const [stolen, other] = [await signIn(), await signIn()];
    await auth().renew(stolen.refreshToken);
    await letMinutePass(stolen.refreshToken);
    await auth().renew(stolen.refreshToken);
    expect((await auth().renew(other.refreshToken)).outcome).toBe('read');
  });
});

test('errors have the format of the request’s API version, and the older one without a version', async () => {
  const ask = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ email: ADMIN.email, password: 'wrong' });
    const response = await fetch(`${url()}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
      body,
    });
    return [response.headers.get('x-supabase-api-version'), await response.json()];
  };
  const [code, message] = ['invalid_credentials', 'Invalid login credentials'];
  expect(await ask({ 'x-supabase-api-version': '2024-01-01' })).toEqual([
    '2024-01-01',
    { code, message },
  ]);
  expect(await ask({})).toEqual([null, { code: 400, error_code: code, msg: message }]);
});

test('an invalid token is answered 401', async () => {
  const { status } = await visitor({ authorization: 'Bearer nonsense' })
    .from('bookings')
    .select('*');
  expect(status).toBe(401);
});
