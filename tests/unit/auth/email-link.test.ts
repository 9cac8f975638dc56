import { expect, test } from 'vitest';
import { readEmailLink } from '../../../src/core/server/email-link.ts';

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const TOKEN = `${part({ alg: 'HS256' })}.${part({ sub: 'user-1', email: 'ísla@example.com' })}.signature`;

/** Reads the link that led to an address of the portal. */
const read = (rest: string) => readEmailLink(new URL(`https://www.example.com/admin/${rest}`));

test('the redirect after a link for a new password gives the session and says whose it is', () => {
  const fragment = new URLSearchParams({
    access_token: TOKEN,
    expires_at: '1790000000',
    expires_in: '3600',
    refresh_token: 'refresh-1',
    sb: '',
    token_type: 'bearer',
    type: 'recovery',
  });
  expect(read(`#${fragment}`)).toEqual({
    kind: 'session',
    tokens: { accessToken: TOKEN, refreshToken: 'refresh-1', lifetimeMs: 3_600_000 },
    userId: 'user-1',
    email: 'ísla@example.com',
  });
});

test('a token without readable claims belongs to nobody, and the service decides about it', () => {
  expect(
    read('#access_token=nonsense&refresh_token=r&expires_in=3600&type=recovery'),
  ).toMatchObject({ kind: 'session', userId: null, email: null });
});

test.each(['recovery', 'invite'])(
  'a template’s own %s link has its token hash in the query',
  (type) => {
    expect(read(`?token_hash=abc&type=${type}`)).toEqual({
      kind: 'token-hash',
      tokenHash: 'abc',
      type,
    });
  },
);

test.each([
  [
    'an expired or used link',
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    'otp_expired',
  ],
  ['the same in the query', '?error=access_denied&error_code=otp_expired', 'otp_expired'],
  ['a refusal without a code', '#error=server_error', 'server_error'],
  ['a link that needs the asking browser’s secret', '?code=0b7a', 'other_kind'],
  ['a sign-in link', `#access_token=${TOKEN}&refresh_token=r&type=magiclink`, 'other_kind'],
  ['a token hash for an address change', '?token_hash=abc&type=email_change', 'other_kind'],
])('%s is refused', (_name, rest, code) => {
  expect(read(rest)).toEqual({ kind: 'refused', code });
});

test.each(['', 'bookings?find=ann&type=recovery', '#main'])(
  '“%s” is no link of an email',
  (rest) => {
    expect(read(rest)).toBeNull();
  },
);
