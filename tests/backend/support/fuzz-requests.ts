import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import { APPLICATION, BOOKING, MESSAGE } from '../../support/values.ts';
import { aPosting } from '../../support/records.ts';
import type { Random } from './random.ts';
import type { RawRequest } from './raw-request.ts';

interface Shape {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** JSON, or the bytes of a file. */
  body?: unknown;
  /** Never sent with a valid token, because it would end the session or change the password. */
  isDangerous?: true;
}

const UUID = '11111111-1111-4111-8111-111111111111';
const LISTS = ['careers', 'gallery_images', 'testimonials'];
const SUBMISSIONS = ['bookings', 'contact_messages', 'job_applications'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Values that break parsers of addresses, JSON, SQL, numbers and texts. */
const NASTY: readonly unknown[] = [
  ...['', ' ', "'", '"', '\\', ';', '--', '/*', '*', '(', ')', '{}', '[]', '{', '$1', '%', '%00'],
  ...['\u0000', 'a\u0000b', '\u009f', '\u202e', '\ud800', 'é\udc00', '😀', '../..', '\r\nX-A: b'],
  ...[null, true, false, 0, -1, 1.5, 1e308, 9007199254740993, 'NaN', 'infinity', '2027-13-45'],
  ...[{}, [], { a: 1 }, [null], [1], [[]], { toString: 1 }, { length: 1e9 }, { then: 1 }],
  ...[UUID, [UUID], 'x'.repeat(300), 'x'.repeat(30_000), 'eq.1', 'in.(1)', `in.(${UUID})`],
  ...['cs.{a}', 'match.^(a+)+$', 'ilike.*a*', 'not.is.null', '*,careers(*)', 'a::text', 'count()'],
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['application/vnd.pgrst.object+json', 'text/csv', 'application/vnd.pgrst.plan', ''],
  'accept-profile': ['public', 'auth', 'private', "'", ''],
  apikey: ['nope', ''],
  authorization: [
    'Bearer',
    'Bearer a.b.c',
    'Basic eDp5',
    'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
  ],
  'content-profile': ['public', 'storage', ''],
  'content-type': [
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/pdf',
    '',
  ],
  prefer: [
    'return=representation',
    'resolution=merge-duplicates',
    'count=exact',
    'count=planned',
    'tx=rollback',
    'max-affected=0,handling=strict',
  ],
  range: ['0-1', '5-2', 'bytes=0-1', 'bytes=99999999999-', 'x'],
  'x-upsert': ['true', 'x'],
};

const call = (name: string, body: object): Shape => ({
  method: 'POST',
  path: `/rest/v1/rpc/${name}`,
  body,
});
const file = (path: string, type: string): Shape => ({
  method: 'POST',
  path: `/storage/v1/object/${path}`,
  headers: { 'content-type': type },
  body: Buffer.alloc(2000, 'x'),
});

/** Every kind of request of the product, with valid values. */
const SHAPES: readonly Shape[] = [
  ...[...LISTS, ...SUBMISSIONS].flatMap((table): Shape[] => {
    const path = `/rest/v1/${table}`;
    const query = { select: '*', order: 'created_at.desc,id', limit: '1000', offset: '0' };
    const count = { prefer: 'count=exact' };
    return [
      { method: 'GET', path, query },
      { method: 'GET', path, query: { select: 'id', id: `in.(${UUID})` } },
      { method: 'HEAD', path, query: { select: '*' }, headers: count },
      { method: 'DELETE', path, query: { id: `in.(${UUID})` }, headers: count },
    ];
  }),
  ...[0, 1, 2].flatMap((): Shape[] => [
    { method: 'POST', path: '/rest/v1/bookings', body: { id: UUID, ...BOOKING } },
    { method: 'POST', path: '/rest/v1/contact_messages', body: { id: UUID, ...MESSAGE } },
  ]),
  {
    method: 'POST',
    path: '/rest/v1/job_applications',
    body: {
      id: UUID,
      ...APPLICATION,
      career_id: UUID,
      resume_path: `${UUID}.pdf`,
      resume_url: `${UUID}.pdf`,
    },
  },
  { method: 'POST', path: '/rest/v1/careers', body: aPosting() },
  { method: 'POST', path: '/rest/v1/careers', body: [aPosting(), aPosting()] },
  call('ensure_bucket_exists', {
    target_bucket_id: 'resumes',
    target_bucket_name: 'resumes',
    is_public: false,
  }),
  call('has_role', { _user_id: UUID, _role: 'admin' }),
  call('changes', { after: 0, at_most: 1000 }),
  call('first_copy', {
    part: 'bookings',
    from_day: '2026-01-01',
    place_at: null,
    place_id: null,
    at_most: 1000,
  }),
  call('delete_rows', { listed: 'bookings', ids: [UUID] }),
  call('withdraw', { listed: 'bookings', ids: [UUID] }),
  call('claim_alert', { _kind: 'booking', _id: UUID }),
  {
    method: 'POST',
    path: '/auth/v1/token',
    query: { grant_type: 'password' },
    body: { email: 'nobody@example.com', password: 'a-wrong-password' },
  },
  {
    method: 'POST',
    path: '/auth/v1/token',
    query: { grant_type: 'refresh_token' },
    body: { refresh_token: 'abcdefghijkl' },
  },
  {
    method: 'POST',
    path: '/auth/v1/signup',
    query: { redirect_to: 'http://localhost/' },
    body: { email: 'ann@example.com', password: 'a-password', data: { full_name: 'Ann' } },
  },
  { method: 'GET', path: '/auth/v1/user' },
  { method: 'PUT', path: '/auth/v1/user', body: { password: 'a-password' }, isDangerous: true },
  { method: 'POST', path: '/auth/v1/logout', query: { scope: 'local' }, isDangerous: true },
  { method: 'GET', path: '/auth/v1/settings' },
  {
    method: 'POST',
    path: '/auth/v1/admin/users',
    body: { email: 'ann@example.com', password: 'a-long-password', email_confirm: true },
  },
  file(`resumes/${UUID}.pdf`, 'application/pdf'),
  file('gallery/Residential/0123456789abcdef.webp', 'image/webp'),
  file('testimonials/0123456789abcdef.png', 'image/png'),
  {
    method: 'DELETE',
    path: '/storage/v1/object/resumes',
    body: { prefixes: [`${UUID}.pdf`] },
  },
  {
    method: 'POST',
    path: `/storage/v1/object/sign/resumes/${UUID}.pdf`,
    body: { expiresIn: 3600 },
  },
  {
    method: 'GET',
    path: `/storage/v1/object/sign/resumes/${UUID}.pdf`,
    query: { token: 'a.b.c', download: '' },
  },
  { method: 'GET', path: `/storage/v1/object/resumes/${UUID}.pdf` },
  { method: 'GET', path: '/storage/v1/object/public/gallery/Residential/0123456789abcdef.webp' },
  {
    method: 'POST',
    path: '/functions/v1/send-form-email',
    body: { type: 'booking', data: { id: UUID } },
  },
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/booking' },
];

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Escapes characters that are not allowed in a request's target. */
const wire = (text: string) => encodeURI(text.toWellFormed()).replaceAll('#', '%23');

/** Creates the requests of a run, decided by `random` alone. `tokens` belong to signed-in users. */
export function createFuzz(random: Random, tokens: readonly string[]): () => RawRequest {
  const { below, chance, pick } = random;

  function nested(levels: number): unknown {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  }
  const value = (): unknown =>
    chance(0.05) ? nested(pick([10, 100, 1000])) : structuredClone(pick(NASTY));

  /** Copies the JSON with one value replaced, added, removed or repeated. */
  function mutate(json: unknown): unknown {
    if (Array.isArray(json)) {
      if (json.length === 0 || chance(0.3)) return Array.from({ length: pick([0, 2, 200]) }, value);
      const at = below(json.length);
      return json.map((each: unknown, index) => (index === at ? mutate(each) : each));
    }
    if (typeof json !== 'object' || json === null || chance(0.1)) return value();
    const fields = Object.entries(json);
    const key = fields.length > 0 ? pick(fields)[0] : 'a';
    const rest = Object.fromEntries(fields.filter(([name]) => name !== key));
    if (chance(0.1)) return rest;
    if (chance(0.1)) return { ...json, [String(textOf(pick(NASTY)))]: value() };
    return { ...rest, [key]: mutate((json as Record<string, unknown>)[key]) };
  }

  function write(body: unknown): string | Buffer {
    if (Buffer.isBuffer(body)) return chance(0.2) ? Buffer.alloc(pick([0, 1, 1_100_000]), 1) : body;
    const text = JSON.stringify(body) ?? '';
    if (chance(0.05)) return text.slice(0, below(text.length + 1));
    if (chance(0.03)) return text + pick(['}', '\u0000', '{}', ',']);
    if (chance(0.02)) return '['.repeat(30_000) + ']'.repeat(30_000);
    if (chance(0.02)) return `${text}${' '.repeat(pick([16_000, 66_000, 1_100_000]))}`;
    return text;
  }

  function mutatePath(path: string): string {
    const parts = path.split('/');
    parts[1 + below(parts.length - 1)] = String(textOf(pick(NASTY))).slice(0, 300);
    return parts.join('/');
  }
  function mutateQuery(pairs: [string, string][]): [string, string][] {
    const nasty = () => String(textOf(pick(NASTY))).slice(0, 2000);
    if (pairs.length === 0 || chance(0.3))
      return [...pairs, [pick(['select', 'order', 'id', 'requirements', 'or', nasty()]), nasty()]];
    const at = below(pairs.length);
    if (chance(0.2)) return pairs.filter((_, index) => index !== at);
    if (chance(0.2)) return [...pairs, ...pairs];
    return pairs.map(([name, given], index) => [name, index === at ? nasty() : given]);
  }
  function mutateHeaders(headers: Record<string, string>): Record<string, string> {
    const name = pick(Object.keys(HEADERS));
    return { ...headers, [name]: pick(HEADERS[name] ?? ['']) };
  }

  return () => {
    const { isDangerous = false, ...shape } = structuredClone(pick(SHAPES));
    // structuredClone turns a Buffer into a plain Uint8Array.
    let body = shape.body instanceof Uint8Array ? Buffer.from(shape.body) : shape.body;
    let { method, path } = shape;
    let query = Object.entries(shape.query ?? {});
    let headers: Record<string, string> = {
      'x-forwarded-for': `198.51.${below(256)}.${below(256)}`,
      apikey: LOCAL_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...shape.headers,
    };
    if (chance(0.5) && !isDangerous && tokens.length > 0)
      headers['authorization'] = `Bearer ${pick(tokens)}`;
    if (typeof body === 'object' && body !== null && 'id' in body && chance(0.7))
      body = {
        ...body,
        id: UUID.replace(
          /^.{8}/,
          below(2 ** 32)
            .toString(16)
            .padStart(8, '0'),
        ),
      };

    const mutations = [
      () => (method = pick(METHODS)),
      () => (path = mutatePath(path)),
      () => (query = mutateQuery(query)),
      () => (query = mutateQuery(query)),
      () => (headers = mutateHeaders(headers)),
      () => (headers = mutateHeaders(headers)),
      ...[0, 1, 2, 3].map(() => () => (body = Buffer.isBuffer(body) ? body : mutate(body))),
    ];
    for (let count = below(4); count > 0; count--) pick(mutations)();
    const target = query.map(
      ([name, given]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(given.toWellFormed())}`,
    );
    const isSent =
      body !== undefined && (!['GET', 'HEAD', 'OPTIONS'].includes(method) || chance(0.05));
    return {
      method,
      path: wire(path) + (target.length > 0 ? `?${target.join('&')}` : ''),
      headers,
      isChunked: chance(0.02),
      ...(isSent && { body: write(body) }),
    };
  };
}
