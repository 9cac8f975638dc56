import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import { BOOKING } from '../../support/values.ts';
import type { Random } from './random.ts';
import type { RawRequest } from './raw-request.ts';

type Target = 'server' | 'inbox';
export type FuzzRequest = RawRequest & { to: Target };

const TABLES = [
  'bookings',
  'contact_messages',
  'job_applications',
  'careers',
  'gallery_images',
  'testimonials',
  'alerts',
  'deleted_rows',
];
const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'service_type',
  'preferred_date',
  'preferred_time',
  'notes',
  'subject',
  'message',
  'career_id',
  'resume_path',
  'title',
  'file_path',
  'created_at',
  'status',
  'rev',
];
const FUNCTIONS = [
  'has_role',
  'ensure_bucket_exists',
  'changes',
  'first_copy',
  'claim_alert',
  'finish_alert',
  'bounce_alert',
  'is_admin',
  'version',
  'set_config',
  'pg_sleep',
];
const BUCKETS = ['resumes', 'gallery', 'testimonials', 'none', '', '..'];
const AUTH = [
  'token',
  'signup',
  'recover',
  'otp',
  'magiclink',
  'verify',
  'user',
  'logout',
  'settings',
  'health',
  'admin/users',
  'authorize',
  'callback',
  'sso',
  'factors',
  'resend',
  'invite',
  'reauthenticate',
  'user/identities/authorize',
  'admin/generate_link',
  'token/refresh',
  '.well-known/jwks.json',
  '',
];
const GRANTS = [
  'password',
  'refresh_token',
  'pkce',
  'id_token',
  'web3',
  '',
  '%00',
  'password&grant_type=refresh_token',
];
const STORAGE = [
  'object',
  'object/public',
  'object/sign',
  'object/upload/sign',
  'object/list',
  'object/info',
  'object/info/public',
  'object/authenticated',
  'object/copy',
  'object/move',
  'bucket',
  'render/image/public',
  'upload/resumable',
];
const METHODS = ['GET', 'GET', 'POST', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'];
const UUID = '11111111-1111-4111-8111-111111111111';

/** What breaks readers: of addresses, of JSON, of SQL, of numbers, of text. */
const NASTY: readonly unknown[] = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '`',
  ';',
  '--',
  '/*',
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\u009f',
  '\u202e',
  '\ud800',
  '😀',
  'ﬀ',
  '%',
  '%00',
  '%s',
  '*',
  '(',
  ')',
  '{}',
  '[]',
  '{',
  '$1',
  '../..',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  1e400,
  9007199254740993,
  Number.MAX_SAFE_INTEGER,
  {},
  [],
  { a: 1 },
  [null],
  { toString: 1 },
  { __proto__: null, constructor: 1 },
  UUID,
  'x'.repeat(300),
  '2027-03-01',
  '2027-13-45',
  'infinity',
  '99999999-01-01',
  'NaN',
  'ailsa@example.com',
  "'; drop table bookings; --",
  '\r\nX-A: b',
];
const NASTY_TEXT = NASTY.map((value) =>
  typeof value === 'string' ? value : String(JSON.stringify(value)),
);
const FILTERS = [
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'fts',
  'plfts',
  'wfts',
  'sl',
  'adj',
  'not.eq',
  'not.not.eq',
  'eq(any)',
  'like(all)',
  'isdistinct',
  'nope',
  '',
];
const SELECTS = [
  '*',
  'id',
  'id,name',
  '*,careers(*)',
  'careers(title)',
  'bookings(*)',
  'count()',
  'id.count()',
  'x:id',
  'id::text',
  'id::nope',
  'name->a',
  'name->>a->',
  '...careers(*)',
  'careers!inner(*)',
  'a(b(c(d(e))))',
  '',
  ',',
  '(',
  ')',
  'id,,id',
  '"id"',
  '*,*',
];

/** Escapes what a target cannot carry over the wire; half-way, as careless clients do. */
const wire = (text: string) =>
  text.replace(/[^\x21-\x7e]/gu, (character) => {
    try {
      return encodeURIComponent(character);
    } catch {
      return '%ED%A0%80';
    }
  });

/** Makes the requests of a run: which ones, only the random source decides. `tokens` are those of people signed in. */
export function createFuzz(random: Random, tokens: readonly string[]): () => FuzzRequest {
  const { below, chance, pick } = random;
  const text = () => wire(pick(NASTY_TEXT));
  const encoded = () =>
    pick([
      text(),
      encodeURIComponent(pick(NASTY_TEXT).toWellFormed?.() ?? ''),
      pick(COLUMNS),
      UUID,
    ]);

  function deep(levels: number): unknown {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  }
  const value = (): unknown => (chance(0.02) ? deep(pick([10, 100, 1000])) : pick(NASTY));
  const object = (keys: readonly string[]) =>
    Object.fromEntries(
      Array.from({ length: below(8) }, () => [
        chance(0.1) ? pick(NASTY_TEXT) : pick(keys),
        value(),
      ]),
    );
  const booking = () => ({ ...BOOKING, id: uuid() });
  const uuid = () =>
    `${below(2 ** 32)
      .toString(16)
      .padStart(8, '0')}-0000-4000-8000-${below(2 ** 32)
      .toString(16)
      .padStart(12, '0')}`;
  const row = () =>
    chance(0.5) ? { ...booking(), ...(chance(0.7) && object(COLUMNS)) } : object(COLUMNS);

  function json(content: unknown): string {
    const written = JSON.stringify(content) ?? '';
    if (chance(0.1)) return written.slice(0, below(written.length + 1));
    if (chance(0.05)) return written + pick(['}', ' ', '\u0000', '{}', ',']);
    return written;
  }
  const large = (bytes: number) => json({ a: 'x'.repeat(bytes) });
  const nested = (levels: number) =>
    chance(0.5)
      ? '['.repeat(levels) + ']'.repeat(levels)
      : `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  function body(content: () => unknown): string | Buffer {
    if (chance(0.02)) return large(pick([16_000, 17_000, 65_000, 66_000, 1_048_000, 1_100_000]));
    if (chance(0.01)) return nested(pick([5_000, 30_000]));
    if (chance(0.03)) return Buffer.from(Array.from({ length: below(200) }, () => below(256)));
    if (chance(0.02)) return json(Array.from({ length: pick([100, 3000]) }, () => ({})));
    return json(chance(0.2) ? value() : content());
  }

  function query(keys: readonly string[], count: number): string {
    const pairs = Array.from(
      { length: below(count) },
      () => `${chance(0.1) ? text() : pick(keys)}=${encoded()}`,
    );
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  }
  function restQuery(): string {
    const parts = [
      () => `select=${chance(0.8) ? pick(SELECTS) : encoded()}`,
      () => `${pick(COLUMNS)}=${pick(FILTERS)}.${encoded()}`,
      () =>
        `${pick(['or', 'and', 'not.or'])}=(${pick(COLUMNS)}.${pick(FILTERS)}.${encoded()},${encoded()})`,
      () => `order=${pick(COLUMNS)}.${pick(['asc', 'desc', 'nullsfirst', 'nope', ''])}`,
      () =>
        `${pick(['limit', 'offset'])}=${pick(['0', '1', '-1', '99999999999999999999', '1.5', 'x', '', '%00'])}`,
      () =>
        `${pick(['on_conflict', 'columns'])}=${pick([...COLUMNS, 'id,name', '', ',', encoded()])}`,
      () => `${encoded()}=${encoded()}`,
    ];
    const chosen = Array.from({ length: below(4) }, () => pick(parts)());
    return chosen.length > 0 ? `?${chosen.join('&')}` : '';
  }

  function headers(): Record<string, string> {
    const sent: Record<string, string> = {
      'x-forwarded-for': `198.51.${below(256)}.${below(256)}`,
    };
    if (chance(0.95)) sent['apikey'] = chance(0.97) ? LOCAL_PUBLISHABLE_KEY : 'nope';
    if (chance(0.4))
      sent['authorization'] = pick([
        `Bearer ${LOCAL_PUBLISHABLE_KEY}`,
        'Bearer',
        'Bearer a.b.c',
        'Basic eDp5',
        '',
        'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
      ]);
    if (chance(0.9))
      sent['content-type'] = chance(0.9)
        ? 'application/json'
        : pick([
            'text/csv',
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
            'application/octet-stream',
            '',
            'a/b; c',
          ]);
    if (chance(0.3))
      sent['prefer'] = pick([
        'return=minimal',
        'return=representation',
        'return=headers-only',
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'missing=default',
        'count=exact',
        'count=planned',
        'tx=rollback',
        'max-affected=0,handling=strict',
        'nope',
      ]);
    if (chance(0.1)) sent['range'] = pick(['0-1', '5-2', '-', 'bytes=0-1', '99999999999-', 'x']);
    if (chance(0.1))
      sent['accept'] = pick([
        'application/vnd.pgrst.object+json',
        'text/csv',
        'application/vnd.pgrst.plan',
        'image/*',
        'nope',
        'application/geo+json',
        'application/octet-stream',
      ]);
    if (chance(0.05))
      sent[pick(['accept-profile', 'content-profile'])] = pick([
        'public',
        'auth',
        'private',
        'storage',
        "'",
        '',
      ]);
    return sent;
  }
  /** Somebody signed in, who does nothing that would end the session or empty the lists. */
  const signedIn = (sent: Record<string, string>) =>
    chance(0.2) && tokens.length > 0 ? { ...sent, authorization: `Bearer ${pick(tokens)}` } : sent;

  function rest(): RawRequest {
    const method = pick(METHODS);
    const isHarmless = method === 'GET' || method === 'POST' || method === 'HEAD';
    const path = `/rest/v1/${chance(0.9) ? pick(TABLES) : encoded()}${restQuery()}`;
    const content = () => (chance(0.3) ? Array.from({ length: below(4) }, row) : row());
    return {
      method,
      path,
      headers: isHarmless ? signedIn(headers()) : headers(),
      body: body(content),
    };
  }
  function rpc(): RawRequest {
    const args = [
      '_user_id',
      '_role',
      'target_bucket_id',
      'target_bucket_name',
      'is_public',
      'after',
      'table_name',
      'x',
    ];
    return {
      method: pick(METHODS),
      path: `/rest/v1/rpc/${chance(0.9) ? pick(FUNCTIONS) : encoded()}${query(args, 4)}`,
      headers: signedIn(headers()),
      body: body(() => object(args)),
    };
  }
  function auth(): RawRequest {
    const keys = [
      'email',
      'password',
      'refresh_token',
      'phone',
      'data',
      'token',
      'token_hash',
      'type',
      'code',
      'auth_code',
      'code_verifier',
      'provider',
      'options',
      'gotrue_meta_security',
      'create_user',
      'nonce',
      'redirect_to',
      'scopes',
      'code_challenge',
      'code_challenge_method',
    ];
    const path = chance(0.4)
      ? `/auth/v1/token?grant_type=${pick(GRANTS)}`
      : `/auth/v1/${chance(0.9) ? pick(AUTH) : encoded()}${query(keys, 3)}`;
    const credentials = () => ({
      email: chance(0.5) ? 'nobody@example.com' : value(),
      password: value(),
      ...object(keys),
    });
    return { method: pick(METHODS), path, headers: headers(), body: body(credentials) };
  }
  function storage(): RawRequest {
    const name = () =>
      pick([
        `${UUID}.pdf`,
        `${uuid()}.pdf`,
        'Residential/a.webp',
        encoded(),
        '%00.pdf',
        'a%00',
        '..',
        '.',
        'a//b',
        'a%2fb',
        '%2e%2e/a',
        'x'.repeat(1100),
      ]);
    const keys = [
      'prefix',
      'prefixes',
      'limit',
      'offset',
      'sortBy',
      'search',
      'expiresIn',
      'paths',
      'bucketId',
      'sourceKey',
      'destinationKey',
      'id',
      'name',
      'public',
      'file_size_limit',
      'allowed_mime_types',
      'token',
      'download',
      'width',
    ];
    const method = pick(METHODS);
    const isHarmless = method === 'GET' || method === 'HEAD';
    const sent = {
      ...headers(),
      ...(chance(0.3) && { 'content-type': 'application/pdf' }),
      ...(chance(0.1) && { 'x-upsert': 'true' }),
    };
    const path = `/storage/v1/${pick(STORAGE)}/${pick(BUCKETS)}${chance(0.8) ? `/${name()}` : ''}${query(keys, 3)}`;
    return {
      method,
      path,
      headers: isHarmless ? signedIn(sent) : sent,
      body: body(() => object(keys)),
    };
  }
  function alertFunction(): RawRequest {
    const content = () => ({
      type: pick(['booking', 'job_application', 'contact', value()]),
      data: chance(0.5) ? { id: chance(0.5) ? UUID : value() } : value(),
    });
    return {
      method: pick(METHODS),
      path: `/functions/v1/${chance(0.8) ? 'send-form-email' : encoded()}${query(['x'], 2)}`,
      headers: headers(),
      body: body(content),
    };
  }
  function site(): RawRequest {
    const path = pick([
      '/',
      '/booking',
      '/admin/',
      '//_headers',
      '/..%2f',
      '/%00',
      '/a%5cb',
      '/assets/',
      '/*',
      '/%',
      `/${encoded()}`,
      `/${encoded()}/${encoded()}${query(['a'], 3)}`,
      '/rest/v1/../../_system/config',
      '/%72est/v1/careers',
      '/rest/v1//careers',
      '/rest/v1/',
      '/storage/v1/',
      '/auth/v1/',
    ]);
    return { method: pick(METHODS), path, headers: headers(), body: body(() => ({})) };
  }
  const inbox = (): RawRequest => ({
    ...site(),
    path: pick(['/', '/api/messages', '/x', `/${encoded()}`]),
    headers: {
      ...headers(),
      ...(chance(0.3) && { host: pick(['evil.example', '', 'localhost:1', '127.0.0.1']) }),
    },
  });

  const routes: [() => RawRequest, Target][] = [
    [rest, 'server'],
    [rest, 'server'],
    [rest, 'server'],
    [rpc, 'server'],
    [auth, 'server'],
    [auth, 'server'],
    [storage, 'server'],
    [storage, 'server'],
    [alertFunction, 'server'],
    [site, 'server'],
    [inbox, 'inbox'],
  ];
  return () => {
    const [make, to] = pick(routes);
    const { body: content, ...made } = make();
    const takesBody = !['GET', 'HEAD', 'OPTIONS'].includes(made.method) || chance(0.02);
    return {
      ...made,
      to,
      path: wire(made.path),
      isChunked: chance(0.1),
      ...(takesBody && content !== undefined && { body: content }),
    };
  };
}
