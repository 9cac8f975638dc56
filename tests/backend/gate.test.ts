import '../../supabase/local/runtime-globals.ts';
import { createHmac, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/core/server/database.types.ts';
import { PUBLIC_READS, publicReadPath } from '../../src/core/server/public-reads.ts';
import { createGate, type Gate } from '../../supabase/local/gate/gate.ts';
import { readSchema } from '../../supabase/local/gate/schema.ts';
import { openDatabase, type LocalDatabase } from '../../supabase/local/database/open-database.ts';
import { aBooking, aMessage, aPosting } from '../support/records.ts';
import { pdf, picture } from './support/people.ts';

const KEYS = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'x'.repeat(40),
};
const ID = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';

let database: LocalDatabase;
let admit: Gate;
beforeAll(async () => {
  database = await openDatabase();
  admit = createGate(await readSchema(database), KEYS);
});
afterAll(() => database.close());

function tokenWith(claims: object, secret = KEYS.jwtSecret): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const userToken = () => tokenWith({ role: 'authenticated', sub: ID, exp: inSeconds(60) });

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

/** The gate's answer to a request; null if it is admitted. */
async function ask(method: string, target: string, { body, headers, token }: Asked = {}) {
  const request = new Request(`http://localhost${target}`, {
    method,
    headers: {
      apikey: KEYS.publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const admission = admit(request);
  const answer = admission instanceof Response ? admission : await admission.checkBody(request);
  if (!(answer instanceof Response)) return null;
  const said = (await answer.json()) as Record<string, unknown>;
  return [answer.status, said['error_code'] ?? said['code']];
}

describe('every call that the product makes passes', () => {
  /** A supabase-js client whose requests end at the gate. */
  function clientWith(key: string, token?: string) {
    const refused: string[] = [];
    const send = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const admission = admit(request);
      if (admission instanceof Response) refused.push(await admission.text());
      else if (!request.headers.get('content-type')?.startsWith('multipart/')) {
        const checked = await admission.checkBody(request);
        if (checked instanceof Response) refused.push(await checked.text());
      }
      return Response.json({});
    };
    const client = createClient<Database>('http://localhost', key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: send, ...(token && { headers: { authorization: `Bearer ${token}` } }) },
    });
    return { client, refused };
  }

  test('of a visitor', async () => {
    const { client, refused } = clientWith(KEYS.publishableKey);
    for (const table of ['careers', 'gallery_images', 'testimonials'] as const)
      await client.from(table).select('*').order('created_at', { ascending: false });
    await client.from('testimonials').select('*').order('created_at').limit(6);
    await client.from('bookings').insert(aBooking());
    await client.from('bookings').insert([aBooking()]);
    await client.from('contact_messages').insert(aMessage()).select();
    await client.rpc('answer_request', {
      ...{ _event_id: ID, _booking_id: ID, _kind: 'asked', _offer_event_id: ID },
      ...{ _day: '2027-03-01', _time_slot: 'morning' },
      ...{ _other_day: '2027-03-08', _other_slot: 'evening' },
    });
    const file = { target_bucket_id: 'resumes', target_bucket_name: 'resumes', is_public: false };
    await client.rpc('ensure_bucket_exists', file);
    await client.storage.from('resumes').upload(`${ID}.pdf`, pdf());
    await client.storage
      .from('resumes')
      .upload(`${ID}.pdf`, new ArrayBuffer(8), { contentType: 'application/pdf' });
    await client.storage.from('jobs').upload(`${ID}/1`, picture());
    const key = '0'.repeat(32);
    await client.rpc('crew_register', { _code: 'ABCD-EFGH', _key: key, _device: 'Chrome' });
    await client.rpc('crew_jobs', { _key: key });
    await client.rpc('crew_report', {
      ...{ _key: key, _event_id: ID, _job: ID, _kind: 'done', _message: 'Done.' },
      ...{ _pictures: 2, _made_at: new Date().toISOString() },
    });
    await client.rpc('crew_notify', {
      ...{ _key: key, _id: ID, _endpoint: 'https://fcm.googleapis.com/1' },
      ...{ _p256dh: 'p', _auth: 'a' },
    });
    await client.auth.signInWithPassword({ email: 'ann@example.com', password: 'a-password' });
    await client.auth.refreshSession({ refresh_token: 'abcdefghijkl' });
    await client.auth.signUp({
      email: 'ann@example.com',
      password: 'a-password',
      options: { emailRedirectTo: 'http://localhost/', data: { full_name: 'Ann Reid' } },
    });
    for (const read of PUBLIC_READS) expect(await ask('GET', publicReadPath(read, 2))).toBeNull();
    expect(refused).toEqual([]);
  });

  test('of an administrator', async () => {
    const token = userToken();
    const { client, refused } = clientWith(KEYS.publishableKey, token);
    const ids = [ID, randomUUID()];
    for (const table of [
      'bookings',
      'careers',
      'contact_messages',
      'crew',
      'gallery_images',
      'job_applications',
      'testimonials',
    ] as const) {
      await client.from(table).select('*', { count: 'exact', head: true });
      await client.from(table).select('*').order('created_at', { ascending: false });
      await client.from(table).select('id').in('id', ids);
      await client.from(table).delete().in('id', ids);
      await client.from(table).delete({ count: 'exact' }).in('id', ids);
      await client.rpc('delete_rows', { listed: table, ids });
      await client.rpc('withdraw', { listed: table, ids });
    }
    await client.from('careers').insert(aPosting()).select().single();
    await client.from('crew').insert({ id: ID, name: 'Ann Baker', phone: null });
    await client.rpc('answer_booking', {
      ...{ _event_id: ID, _booking_id: ID, _expected_revision: 1, _kind: 'assigned' },
      ...{ _day: '2027-03-01', _time_slot: 'morning', _message: '' },
      ...{ _every: 1, _price_pence: 1, _price_per: 'hour', _crew: ids, _for_series: true },
    });
    await client.rpc('crew_code', { _crew_id: ID });
    await client.rpc('crew_devices');
    await client.rpc('end_crew_device', { _id: ID });
    await client.rpc('keep_picture', { _report: ID, _place: 1, _keep: true });
    await client.rpc('kept_pictures', { _report: ID });
    await client.storage.from('jobs').createSignedUrl(`${ID}/1`, 3600);
    await client.rpc('has_role', { _user_id: ID, _role: 'admin' });
    await client.rpc('changes', { after: 0, at_most: 1000 });
    await client.storage.from('gallery').upload('Before/After/0123456789abcdef.png', picture());
    await client.storage.from('gallery').remove(['Residential/0123456789abcdef.png']);
    await client.storage.from('resumes').createSignedUrl(`${ID}.pdf`, 3600, { download: true });
    for (const [method, path, body] of [
      ['GET', '/user', undefined],
      ['PUT', '/user', { password: 'another-password' }],
      ['POST', '/logout?scope=local', undefined],
    ] as const)
      expect(await ask(method, `/auth/v1${path}`, { token, body })).toBeNull();
    expect(refused).toEqual([]);
  });

  test('of the functions and the commands', async () => {
    const { client, refused } = clientWith(KEYS.secretKey);
    await client.rpc('claim_alert', { _kind: 'booking', _id: ID });
    await client.rpc('unclaimed_resumes');
    await client.storage.from('resumes').remove([`${ID}.pdf`]);
    await client.storage.from('resumes').download(`${ID}.pdf`);
    await client.auth.admin.createUser({
      email: 'ann@example.com',
      password: 'a-password',
      email_confirm: true,
      user_metadata: { full_name: 'Ann Reid' },
    });
    expect(refused).toEqual([]);
  });

  test('by a signed link and by a picture’s address, without a key', async () => {
    const exp = inSeconds(60);
    const token = tokenWith({ bucket: 'resumes', sub: `${ID}.pdf`, intent: 'download', exp });
    const headers = { apikey: '' };
    expect(
      await ask('GET', `/storage/v1/object/sign/resumes/${ID}.pdf?token=${token}&download=`, {
        headers,
      }),
    ).toBeNull();
    expect(
      await ask('GET', '/storage/v1/object/public/gallery/Residential/a.webp', { headers }),
    ).toBeNull();
  });
});

describe('a request that the product does not make is refused', () => {
  test.each([
    ['GET', '/rest/v1/', 404, 'PGRST205'],
    ['GET', '/rest/v1/nope', 404, 'PGRST205'],
    ['GET', '/rest/v1/alerts', 404, 'PGRST205'],
    ['GET', '/rest/v1/careers/x', 404, 'PGRST205'],
    ['PATCH', `/rest/v1/bookings?id=eq.${ID}`, 404, 'PGRST205'],
    ['POST', '/rest/v1/rpc/nope', 404, 'PGRST202'],
    ['GET', '/rest/v1/rpc/changes', 404, 'PGRST202'],
    ['POST', '/auth/v1/otp', 404, 'not_found'],
    ['POST', '/auth/v1/recover', 404, 'not_found'],
    ['POST', '/auth/v1/magiclink', 404, 'not_found'],
    ['GET', '/auth/v1/authorize', 404, 'not_found'],
    ['POST', '/storage/v1/object/copy', 404, 'InvalidRequest'],
    ['POST', '/storage/v1/object/move', 404, 'InvalidRequest'],
    ['POST', `/storage/v1/object/upload/sign/resumes/${ID}.pdf`, 404, 'InvalidRequest'],
    ['POST', '/storage/v1/upload/resumable', 404, 'InvalidRequest'],
    ['POST', '/storage/v1/object/list/resumes', 404, 'InvalidRequest'],
    ['PUT', `/storage/v1/object/resumes/${ID}.pdf`, 404, 'InvalidRequest'],
    ['GET', '/storage/v1/bucket', 404, 'InvalidRequest'],
    ['GET', '/storage/v1/object/nope/a.webp', 400, 'NoSuchBucket'],
    ['POST', '/storage/v1/object/nope/a.webp', 400, 'NoSuchBucket'],
    ['GET', '/storage/v1/object/public/nope/a.webp', 400, 'NoSuchBucket'],
    ['GET', `/storage/v1/object/public/resumes/${ID}.pdf`, 400, 'NoSuchBucket'],
    ['PATCH', '/storage/v1/object/gallery/a.webp', 404, 'InvalidRequest'],
    ['GET', '/storage/v1/render/image/public/gallery/a.webp', 404, 'InvalidRequest'],
  ])('%s %s', async (method, target, status, code) => {
    expect(await ask(method, target, { token: userToken() })).toEqual([status, code]);
  });

  test.each([
    'requirements=eq.1',
    'requirements=cs.{a}',
    'quote=match.^a',
    'or=(id.is.null)',
    'id=eq.1',
    'id=in.()',
    `id=in.(${ID},x)`,
    `id=in.(${Array.from({ length: 1001 }, () => ID).join(',')})`,
    `id=not.eq.${ID}`,
    'select=nope',
    'select=id,id',
    'select=title::text',
    'select=a:title',
    'select=*,job_applications(*)',
    'select=count()',
    'select=id&select=title',
    'order=nope',
    'order=title.down',
    'order=id,title,type,location',
    'order=title::text',
    'limit=1001',
    'limit=-1',
    'limit=1e3',
    'offset=1000001',
    'columns=title',
    'on_conflict=id',
    'apikey=x',
    'title=eq.%00',
  ])('a list with %s', async (query) => {
    for (const method of ['GET', 'HEAD'])
      expect(await ask(method, `/rest/v1/careers?${query}`)).toEqual([400, 'PGRST100']);
  });

  test.each<Record<string, string>>([
    { prefer: 'count=planned' },
    { prefer: 'return=minimal, resolution=merge-duplicates' },
    { range: '0-5' },
    { 'accept-profile': 'auth' },
    { 'content-profile': 'private' },
    { accept: 'text/csv' },
    { accept: 'application/vnd.pgrst.plan+json' },
  ])('a list with the header %j', async (headers) => {
    expect(await ask('GET', '/rest/v1/careers', { headers })).toEqual([400, 'PGRST100']);
  });

  test.each<[unknown, string]>([
    ['', 'PGRST102'],
    ['{', 'PGRST102'],
    [[], 'PGRST102'],
    [1, 'PGRST102'],
    [null, 'PGRST102'],
    [{ name: 1 }, '22P02'],
    [{ name: {} }, '22P02'],
    [{ name: 'a\u0000' }, '22021'],
    [{ name: 'a\ud800' }, '22021'],
    [{ id: 'zz' }, '22P02'],
    [{ preferred_date: 5 }, '22P02'],
    [{ preferred_date: 'infinity' }, '22007'],
    [{ rev: 1.5 }, '22P02'],
    [{ created_at: 'now' }, '22007'],
    [[{ id: ID }, { id: 1 }], '22P02'],
    [{ colour: 'red' }, 'PGRST204'],
    ['{"__proto__":{"id":1}}', 'PGRST204'],
  ])('a booking of %j', async (body, code) => {
    expect(await ask('POST', '/rest/v1/bookings', { body })).toEqual([400, code]);
  });

  test.each<[string, unknown, string]>([
    ['a text of 20,001 characters', { name: 'x'.repeat(20_001) }, '22001'],
    ['101 rows', Array.from({ length: 101 }, () => ({})), 'PGRST102'],
    ['30,000 lists in each other', '['.repeat(30_000) + ']'.repeat(30_000), 'PGRST102'],
  ])('a booking of %s', async (_, body, code) => {
    expect(await ask('POST', '/rest/v1/bookings', { body })).toEqual([400, code]);
  });

  test.each<[unknown, string]>([
    [{ _other_day: 'tomorrow' }, '22007'],
    [{ _other_slot: 'x'.repeat(20_001) }, '22001'],
    [{ _another_day: '2027-03-08' }, 'PGRST204'],
  ])('a question for another day with %o', async (body, code) => {
    expect(await ask('POST', '/rest/v1/rpc/answer_request', { body })).toEqual([400, code]);
  });

  test.each<unknown>([1, true, {}, [1], [{}], [[['a']]], 'a', [null]])(
    'a posting with the requirements %j',
    async (requirements) => {
      const body = aPosting({ requirements });
      expect(await ask('POST', '/rest/v1/careers', { body, token: userToken() })).toEqual([
        400,
        '22P02',
      ]);
    },
  );

  test.each<[string, unknown]>([
    ['has_role', { _user_id: 1, _role: 'admin' }],
    ['changes', { after: '0', at_most: 1000 }],
    ['changes', { after: 1e300, at_most: 1000 }],
    ['delete_rows', { listed: 'bookings', ids: ID }],
    ['delete_rows', { listed: 'bookings', ids: [[ID]] }],
    ['answer_request', { _other_day: 5 }],
    ['answer_request', { _other_slot: ['evening'] }],
  ])('the function %s with %j', async (name, body) => {
    expect(await ask('POST', `/rest/v1/rpc/${name}`, { body, token: userToken() })).toEqual([
      400,
      '22P02',
    ]);
  });

  test.each<unknown>([
    { email: {}, password: {} },
    { email: ['a'], password: 1 },
    { email: null, password: null },
    { email: 'a@example.com' },
    { email: 'a'.repeat(256), password: 'a-password' },
    { email: 'a@example.com', password: 'a-password', refresh_token: 'abc' },
    [[]],
    1,
  ])('credentials of %j', async (body) => {
    expect(await ask('POST', '/auth/v1/token?grant_type=password', { body })).toEqual([
      400,
      'validation_failed',
    ]);
  });

  test.each([
    '',
    'grant_type=pkce',
    'grant_type=web3',
    'grant_type=password&grant_type=refresh_token',
  ])('a token by the grant %j', async (query) => {
    const body = { email: 'a@example.com', password: 'a-password' };
    expect(await ask('POST', `/auth/v1/token?${query}`, { body })).toEqual([
      400,
      'validation_failed',
    ]);
  });

  test.each<[string, string, unknown, string]>([
    ['DELETE', 'resumes', { prefixes: [] }, 'InvalidRequest'],
    ['DELETE', 'resumes', { prefixes: ['x'.repeat(201)] }, 'InvalidRequest'],
    ['POST', `sign/resumes/${ID}.pdf`, { expiresIn: 0 }, 'InvalidRequest'],
    ['POST', `sign/resumes/${ID}.pdf`, { expiresIn: 3601 }, 'InvalidRequest'],
    ['POST', `sign/resumes/${ID}.pdf`, { expiresIn: '60' }, 'InvalidRequest'],
    ['POST', `sign/resumes/${ID}.pdf`, { expiresIn: 60, transform: {} }, 'InvalidRequest'],
    ['POST', 'resumes/%C3%A9.pdf', 'x', 'InvalidKey'],
    ['POST', 'resumes/', 'x', 'InvalidKey'],
    ['POST', `resumes/${'a'.repeat(201)}`, 'x', 'InvalidKey'],
    ['POST', `resumes/${ID}.pdf`, 'x', 'InvalidMimeType'],
  ])('%s /storage/v1/object/%s with %j', async (method, path, body, code) => {
    expect(await ask(method, `/storage/v1/object/${path}`, { body, token: userToken() })).toEqual([
      400,
      code,
    ]);
  });

  test('a file one byte above its bucket’s limit', async () => {
    const send = (bytes: number) =>
      ask('POST', `/storage/v1/object/testimonials/0123456789abcdef.png`, {
        body: 'x'.repeat(bytes),
        headers: { 'content-type': 'image/png' },
        token: userToken(),
      });
    expect(await send(1024 * 1024)).toBeNull();
    expect(await send(1024 * 1024 + 1)).toEqual([400, 'EntityTooLarge']);
  });
});

describe('a sender without the role is refused', () => {
  test.each([
    ['GET', '/rest/v1/bookings?select=id', undefined, 401, '42501'],
    ['DELETE', `/rest/v1/careers?id=eq.${ID}`, undefined, 401, '42501'],
    ['POST', '/rest/v1/rpc/changes', undefined, 401, '42501'],
    ['POST', '/rest/v1/rpc/claim_alert', undefined, 401, '42501'],
    ['POST', '/rest/v1/rpc/claim_alert', 'user', 403, '42501'],
    ['POST', '/auth/v1/admin/users', 'user', 403, 'not_admin'],
    ['GET', '/auth/v1/user', undefined, 401, 'no_authorization'],
    ['POST', `/storage/v1/object/sign/resumes/${ID}.pdf`, undefined, 400, 'NoSuchKey'],
    ['GET', `/storage/v1/object/resumes/${ID}.pdf`, undefined, 400, 'NoSuchKey'],
    ['DELETE', '/storage/v1/object/resumes', undefined, 200, undefined],
    ['POST', '/storage/v1/object/gallery/a.png', undefined, 400, 'AccessDenied'],
  ])('%s %s', async (method, target, as, status, code) => {
    const token = as === 'user' ? { token: userToken() } : {};
    expect(await ask(method, target, token)).toEqual([status, code]);
  });

  test('a sender without a key, or with another one', async () => {
    for (const apikey of ['', 'nope'])
      expect(await ask('GET', '/rest/v1/careers', { headers: { apikey } })).toEqual([
        401,
        undefined,
      ]);
  });

  test('a visitor who asks to overwrite a file', async () => {
    const headers = { 'x-upsert': 'true', 'content-type': 'application/pdf' };
    expect(
      await ask('POST', `/storage/v1/object/resumes/${ID}.pdf`, { headers, body: 'x' }),
    ).toEqual([400, 'AccessDenied']);
  });
});

describe('an expired or forged token is refused in the service’s format', () => {
  const expired = tokenWith({ role: 'authenticated', sub: ID, exp: inSeconds(-1) });
  const forged = tokenWith({ role: 'authenticated', sub: ID, exp: inSeconds(60) }, 'other');

  test.each([
    ['/rest/v1/careers', expired, [401, 'PGRST303']],
    ['/rest/v1/careers', forged, [401, 'PGRST301']],
    ['/rest/v1/careers', 'a.b', [401, 'PGRST301']],
    ['/auth/v1/user', expired, [403, 'bad_jwt']],
    ['/auth/v1/user', forged, [403, 'bad_jwt']],
    [`/storage/v1/object/resumes/${ID}.pdf`, expired, [400, 'AccessDenied']],
    [`/storage/v1/object/resumes/${ID}.pdf`, forged, [400, 'AccessDenied']],
  ])('%s', async (target, token, answer) => {
    expect(await ask('GET', target, { token })).toEqual(answer);
  });

  test('in a signed link', async () => {
    const open = (token: string) =>
      ask('GET', `/storage/v1/object/sign/resumes/${ID}.pdf?token=${token}`);
    const link = { bucket: 'resumes', sub: `${ID}.pdf`, intent: 'download', exp: inSeconds(60) };
    expect(await open(tokenWith(link))).toBeNull();
    expect(await open(tokenWith({ ...link, exp: inSeconds(-1) }))).toEqual([400, 'InvalidJWT']);
    expect(await open(tokenWith(link, 'other'))).toEqual([400, 'InvalidJWT']);
    expect(await open('a.b')).toEqual([400, 'InvalidJWT']);
    expect(await open(tokenWith({ ...link, sub: 'x.pdf' }))).toEqual([400, 'InvalidSignature']);
    expect(await open(userToken())).toEqual([400, 'InvalidSignature']);
  });
});

test('a token of the service role opens nothing: its key does', async () => {
  const token = tokenWith({ role: 'service_role', exp: inSeconds(60) });
  const body = { _project_url: 'http://localhost' };
  expect(await ask('POST', '/rest/v1/rpc/deploy_state', { body, token })).toEqual([
    401,
    'PGRST301',
  ]);
});

test('headers that the product never sends are dropped', () => {
  const headers = {
    apikey: KEYS.publishableKey,
    'x-http-method-override': 'DELETE',
    'x-metadata': 'e30=',
    'user-agent': 'x',
    prefer: 'count=exact',
  };
  const admission = admit(new Request('http://localhost/rest/v1/careers', { headers }));
  if (admission instanceof Response) throw new Error('The request was refused.');
  expect([...admission.headers.keys()]).toEqual(['apikey', 'prefer']);
});
