import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { ADMIN, pdf } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, administrator, newUser, query, url } = useServer();

const ask = (method: string, target: string, body?: unknown) =>
  fetch(url() + target, {
    method,
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('a code that signs somebody in', () => {
  test.each([
    '/recover',
    '/otp',
    '/magiclink',
    '/resend',
    '/reauthenticate',
    '//recover',
    '/%72ecover',
  ])('is not made by %s', async (route) => {
    const { email } = await newUser();
    const { status } = await ask('POST', `/auth/v1${route}`, {
      email,
      type: 'signup',
      create_user: false,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const [user] = await query<{ codes: string }>(
      `select concat(recovery_token, confirmation_token, reauthentication_token, email_change_token_new) as codes from auth.users where email = $1`,
      [email],
    );
    expect(user).toEqual({ codes: '' });
  });

  test('signs nobody in, were there one', async () => {
    const { email } = await newUser();
    const sql = `update auth.users set recovery_sent_at = now(), recovery_token = encode(sha256(convert_to(email || '123456', 'UTF8')), 'hex')
      where email = $1 returning recovery_token as hash`;
    const [{ hash } = { hash: '' }] = await query<{ hash: string }>(sql, [email]);
    const answers = [
      await ask('POST', '/auth/v1/verify', { type: 'recovery', email, token: '123456' }),
      await ask('GET', `/auth/v1/verify?type=recovery&token=${hash}`),
      await ask('GET', `/auth/v1/%76erify?type=recovery&token=${hash}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('is refused to known and unknown addresses alike', async () => {
    const codes = await Promise.all(
      [ADMIN.email, 'nobody@example.com'].map((email) =>
        visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
      ),
    );
    expect(codes.map(({ error }) => error?.code)).toEqual(['otp_disabled', 'otp_disabled']);
  });
});

describe('rows are not searched by a regular expression, which may never end', () => {
  test.each([
    'quote=match.^a',
    'quote=imatch.^a',
    'quote=not.match.^a',
    'quote=match(any).{^a,b}',
    'quote=not.not.imatch(all).{a}',
    'quote=MATCH.a',
    'or=(quote.match.a,id.is.null)',
    'and=(quote.not.imatch.a)',
    'not.or=(quote.match(any).{a})',
    'or=(id.is.null,and(quote.match.a))',
  ])('%s', async (filter) => {
    const answer = await ask('GET', `/rest/v1/testimonials?select=id&${filter}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      'PGRST100',
    ]);
  });

  test('nor refused for what only looks like one', async () => {
    expect(
      (await visitor().from('testimonials').select('id').eq('quote', 'match.a')).error,
    ).toBeNull();
    expect(
      (await visitor().from('testimonials').select('id').eq('quote', 'a.match.b')).error,
    ).toBeNull();
  });
});

describe('columns are read as they are, since what is made of them can take all memory', () => {
  test.each([
    'select=a:rating::"bit(64)"',
    'select=rating::text',
    'select=rating%3A%3Atext',
    'select=id,b:quote::"char(64)"',
    'select=id&select=rating::text',
    'select=a:quote,b:quote',
    'select=quote,quote',
    'select=*,*',
    'select=rating.max()',
    'select=count()',
    'select=quote->a',
    'select=*,careers(*)',
    'select=...careers(*)',
    'select=id&rating::text=eq.5',
    'select=id&rating%3a%3atext=eq.5',
    'order=rating::text',
    'columns=rating::text',
  ])('%s', async (asked) => {
    for (const method of ['GET', 'HEAD'])
      expect((await ask(method, `/rest/v1/testimonials?${asked}`)).status).toBe(400);
    const { code, message } = (await (
      await ask('GET', `/rest/v1/%74estimonials?${asked}`)
    ).json()) as { code: string; message: string };
    expect([code, message]).toEqual([
      'PGRST100',
      'Columns are read by their names here, each once and as they are',
    ]);
  });

  test('nor refused for what only looks made', async () => {
    expect(
      (
        await visitor()
          .from('testimonials')
          .select('id, quote')
          .eq('quote', 'a::text')
          .order('rating')
      ).error,
    ).toBeNull();
    expect((await ask('GET', '/rest/v1/testimonials?select=')).status).toBe(200);
  });
});

describe('a stored file', () => {
  test('comes by the upload that the flood guard counts, and by no link to one', async () => {
    const { error } = await visitor()
      .storage.from('resumes')
      .createSignedUploadUrl(`${randomUUID()}.pdf`);
    expect((error as { statusCode?: string } | null)?.statusCode).toBe('404');
    const admin = await administrator();
    expect((await admin.storage.from('gallery').copy('a.webp', 'b.webp')).error).not.toBeNull();
    expect((await admin.storage.from('gallery').move('a.webp', 'b.webp')).error).not.toBeNull();
  });

  test('is downloaded without a write to its row', async () => {
    const name = `${randomUUID()}.pdf`;
    expect((await visitor().storage.from('resumes').upload(name, pdf(5000))).error).toBeNull();
    const rows = () => query('select * from storage.objects where name = $1', [name]);
    const before = await rows();
    const { data, error } = await (await administrator()).storage.from('resumes').download(name);
    expect([error, data?.size]).toEqual([null, 5000]);
    expect(await rows()).toEqual(before);
  });
});

test('an address longer than any is a wrong one, and nothing of it is kept', async () => {
  const answer = await ask('POST', '/auth/v1/token?grant_type=password', {
    email: `${'a'.repeat(300)}@example.com`,
    password: 'a-wrong-password',
  });
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
    400,
    'invalid_credentials',
  ]);
  expect(
    (
      await ask('POST', '/auth/v1/token?grant_type=password', {
        email: 'a'.repeat(20_000),
        password: 'x',
      })
    ).status,
  ).toBe(413);
});
