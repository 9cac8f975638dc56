import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutgoingSetting } from '../../../src/core/domain/booking-settings.ts';
import type { AdminBackend } from '../../../src/core/server/admin-backend.ts';
import { createSupabaseAdminBackend } from '../../../src/core/server/supabase-admin-backend.ts';
import type { Token } from '../../../src/core/server/signed-in.ts';
import { createScriptedFetch, ANSWERS_OF_OTHERS, json } from '../support/scripted-fetch.ts';

const ID = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
const PICTURE = {
  path: `Before/After/${ID}.webp`,
  type: 'image/webp',
  bytes: new Uint8Array([1, 2, 3]).buffer,
};

let network: ReturnType<typeof createScriptedFetch>;
let backend: AdminBackend;
/** The session's tokens in turn; the requests for one that it received. */
let tokens: Token[];
let wishes: boolean[];

const token = (name: string): Token => ({ outcome: 'token', token: name, userId: 'user-1' });
const answerWith = (...answers: (() => Response)[]) => network.answers.push(...answers);
const ensured = () => new Response(null, { status: 204 });
const bare =
  (status: number, headers = {}) =>
  () =>
    new Response(null, {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });
const storageError =
  (statusCode: string, message = 'x') =>
  () =>
    json(400, { statusCode, error: 'x', message });
const urls = () =>
  network.requests.map(({ url }) => decodeURIComponent(url.replace('https://db.example', '')));

beforeEach(() => {
  network = createScriptedFetch();
  tokens = [token('first'), token('second')];
  wishes = [];
  backend = createSupabaseAdminBackend({
    url: 'https://db.example',
    publishableKey: 'sb_publishable_test',
    fetch: network.fetch,
    token: async ({ refused }) => {
      wishes.push(refused !== null);
      return tokens.shift() ?? token('later');
    },
  });
});

const WISH = { part: 'coming', fromDay: '2026-11-22', after: null } as const;

const ANSWER = {
  eventId: '7f1c1a52-5f0e-4d0a-9a55-0c5a3f0a7f11',
  bookingId: ID,
  expectedRevision: 7,
  kind: 'confirmed',
  day: '2026-12-05',
  time_slot: 'evening',
  message: null,
} as const;
const STATE = { status: 'confirmed', day: '2026-12-05', time_slot: 'evening', rev: 8 };

const SETTING = {
  ...{ id: ID, bookingId: ID, field: 'crew', expected: [], value: ['ann'] },
  forSeries: true,
} as const satisfies OutgoingSetting;

/** Every call of the port, with a successful answer. */
const CALLS: [name: string, ask: () => Promise<{ outcome: string }>, success: () => Response][] = [
  ['isAdmin', () => backend.isAdmin(), () => json(200, true)],
  [
    'uploadPicture',
    () => backend.uploadPicture('gallery', PICTURE, 1_000),
    () => json(200, { Id: ID, Key: 'k' }),
  ],
  [
    'insertRow',
    () => backend.insertRow('careers', { id: ID }),
    () => new Response(null, { status: 201 }),
  ],
  ['removeFiles', () => backend.removeFiles('gallery', [PICTURE.path]), () => json(200, [])],
  ['deleteRows', () => backend.deleteRows('careers', [ID]), () => json(200, { deleted: 1 })],
  [
    'withdrawRows',
    () => backend.withdrawRows('careers', [ID]),
    () => new Response(null, { status: 204 }),
  ],
  ['findRows', () => backend.findRows('careers', [ID]), () => json(200, [])],
  [
    'readChanges',
    () => backend.readChanges(0),
    () => json(200, { epoch: 'e', rev: 1, changes: [] }),
  ],
  [
    'readFirstCopy',
    () => backend.readFirstCopy(WISH),
    () => json(200, { epoch: 'e', rev: 1, rows: [], total: 0 }),
  ],
  ['countRows', () => backend.countRows('careers'), bare(200, { 'content-range': '*/0' })],
  [
    'signResumeLink',
    () => backend.signResumeLink(`${ID}.pdf`),
    () => json(200, { signedURL: '/object/sign/resumes/x?token=t' }),
  ],
  ['sendAlert', () => backend.sendAlert('booking', ID), () => json(200, { status: 'sent' })],
  [
    'answerBooking',
    () => backend.answerBooking(ANSWER),
    () => json(200, { outcome: 'added', state: STATE }),
  ],
  [
    'setBooking',
    () => backend.setBooking(SETTING),
    () => json(200, { outcome: 'set', value: ['ann'], rev: 8 }),
  ],
  ['sendAnswerMails', () => backend.sendAnswerMails(ID), () => json(200, { status: 'sent' })],
];
const ASKS_FIRST = new Set(['uploadPicture', 'removeFiles', 'signResumeLink', 'sendAlert']);

describe.each(CALLS)('%s', (name, ask, success) => {
  beforeEach(() => {
    if (ASKS_FIRST.has(name)) answerWith(ensured);
  });

  test('carries the user’s token and the publishable key', async () => {
    answerWith(success);
    expect((await ask()).outcome).toMatch(/accepted|read/);
    const headers = network.requests.at(-1)?.headers;
    expect(headers?.get('apikey')).toBe('sb_publishable_test');
    expect(headers?.get('authorization')).toBe(
      `Bearer ${ASKS_FIRST.has(name) ? 'second' : 'first'}`,
    );
  });

  test.each(ANSWERS_OF_OTHERS)('repeats what met %s, as “%s”', async (_, reason, answer) => {
    answerWith(answer);
    expect(await ask()).toEqual({ outcome: 'retry', reason });
  });

  test('reads a dead connection as offline', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    network.answers.length = 0;
    expect(await ask()).toEqual({ outcome: 'retry', reason: 'offline' });
  });

  test('sends no request when nobody is signed in', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    tokens = [{ outcome: 'signed-out' }, { outcome: 'signed-out' }];
    expect(await ask()).toEqual({ outcome: 'signed-out' });
    expect(network.requests).toEqual([]);
  });
});

describe('a token that the server calls expired', () => {
  const expired = () => json(401, { code: 'PGRST303', message: 'x' });
  const answers: [string, () => Response][] = [
    ['PGRST301', () => json(401, { code: 'PGRST301', message: 'JWSError' })],
    ['PGRST302', () => json(401, { code: 'PGRST302', message: 'Anonymous access is disabled' })],
    ['PGRST303', expired],
    [
      'PT401 for an ended session',
      () => json(401, { code: 'PT401', message: 'Invalid JWT: its session has ended.' }),
    ],
    [
      'Storage’s 500 for an ended session',
      () => json(500, { code: 'DatabaseError', message: 'database error, code: PT401' }),
    ],
    ['“JWT expired”', () => json(401, { message: 'JWT expired' })],
    ['“invalid JWT”', () => json(403, { message: 'invalid JWT: unable to parse' })],
    ['“Invalid token”', () => json(401, { message: 'Invalid token' })],
  ];

  test.each(answers)('is renewed once on %s, and the call repeated', async (_, answer) => {
    answerWith(answer, () => json(200, true));
    expect(await backend.isAdmin()).toEqual({ outcome: 'read', value: true });
    expect(wishes).toEqual([false, true]);
    expect(network.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  test('ends the session when the new one is expired too', async () => {
    answerWith(expired, expired);
    expect(await backend.isAdmin()).toEqual({ outcome: 'signed-out' });
    expect(network.requests).toHaveLength(2);
  });

  test('waits when there is no connection to renew it', async () => {
    tokens = [token('first'), { outcome: 'retry', reason: 'offline' }];
    answerWith(expired);
    expect(await backend.isAdmin()).toEqual({ outcome: 'retry', reason: 'offline' });
  });

  test('is recognised in the bare answer to a count', async () => {
    answerWith(bare(401), bare(200, { 'content-range': '0-0/7' }));
    expect(await backend.countRows('bookings')).toEqual({ outcome: 'read', value: 7 });
    expect(wishes).toEqual([false, true]);
  });

  test.each([
    'jwt expired',
    '"exp" claim timestamp check failed',
    'signature verification failed',
    'Invalid Compact JWS',
  ])('is recognised in Storage’s words: %s', async (words) => {
    answerWith(ensured, storageError('403', words), () => json(200, []));
    expect(await backend.removeFiles('gallery', ['x'])).toEqual({ outcome: 'accepted' });
    expect(wishes).toEqual([false, false, true]);
  });
});

describe('a refused right', () => {
  const denied = () => json(403, { code: '42501', message: 'permission denied' });

  test('is a refusal of each call that changes something', async () => {
    answerWith(denied, denied);
    const refused = { outcome: 'rejected', reason: 'forbidden', message: 'permission denied' };
    expect(await backend.insertRow('careers', { id: ID })).toEqual(refused);
    expect(await backend.deleteRows('careers', [ID])).toEqual(refused);
    expect(wishes).toEqual([false, false]);
  });

  test('is a definite no to a question', async () => {
    answerWith(denied);
    expect(await backend.readChanges(0)).toEqual({
      outcome: 'rejected',
      message: 'permission denied',
    });
  });

  test('is read from the body of Storage’s answer', async () => {
    const message = 'new row violates row-level security policy';
    answerWith(ensured, storageError('403', message), storageError('403', message));
    const refused = { outcome: 'rejected', reason: 'forbidden', message };
    expect(await backend.uploadPicture('gallery', PICTURE, 1_000)).toEqual(refused);
    expect(await backend.removeFiles('gallery', ['x'])).toEqual(refused);
  });
});

test('a removal of nothing is done without a request', async () => {
  expect(await backend.removeFiles('gallery', [])).toEqual({ outcome: 'accepted' });
  expect(await backend.deleteRows('careers', [])).toEqual({ outcome: 'accepted' });
  expect(await backend.withdrawRows('careers', [])).toEqual({ outcome: 'accepted' });
  expect(network.requests).toEqual([]);
});

describe('a repeated call', () => {
  test('finds its row by the primary key', async () => {
    answerWith(() =>
      json(409, {
        code: '23505',
        message: 'duplicate key value violates unique constraint "careers_pkey"',
      }),
    );
    expect(await backend.insertRow('careers', { id: ID })).toEqual({
      outcome: 'accepted',
      wasThere: true,
    });
  });

  test('finds its picture by its path', async () => {
    answerWith(ensured, storageError('409'));
    expect(await backend.uploadPicture('gallery', PICTURE, 1_000)).toEqual({ outcome: 'accepted' });
  });
});

test('a server in trouble is asked again later, when it wishes', async () => {
  answerWith(() => json(503, { message: 'x' }, { 'retry-after': '7' }));
  expect(await backend.readChanges(0)).toEqual({
    outcome: 'retry',
    reason: 'server',
    retryAfterMs: 7_000,
  });
});

test('an answer of another shape is not the server’s', async () => {
  answerWith(
    () => json(200, { portal: 'sign in' }),
    () => json(200, { epoch: 'e', rev: 1 }),
    () => json(200, 'yes'),
  );
  const notOurServer = { outcome: 'retry', reason: 'not-our-server' };
  expect(await backend.readChanges(0)).toEqual(notOurServer);
  expect(await backend.readFirstCopy(WISH)).toEqual(notOurServer);
  expect(await backend.isAdmin()).toEqual(notOurServer);
});

test('changes are requested by revision, and an initial sync by the last row here, a page at a time', async () => {
  answerWith(
    () => json(200, { epoch: 'e', rev: 5, changes: [] }),
    () => json(200, { epoch: 'e', rev: 5, rows: [], total: null }),
  );
  await backend.readChanges(5);
  await backend.readFirstCopy({ ...WISH, after: { at: '2026-11-23', id: ID } });
  expect(urls()).toEqual(['/rest/v1/rpc/changes', '/rest/v1/rpc/first_copy']);
  expect(await network.requests[0]?.json()).toEqual({ after: 5, at_most: 1000, _form: 2 });
  expect(await network.requests[1]?.json()).toEqual({
    part: 'coming',
    from_day: '2026-11-22',
    place_at: '2026-11-23',
    place_id: ID,
    at_most: 1000,
    _form: 2,
  });
});

test('a count reads no row', async () => {
  answerWith(bare(206, { 'content-range': '0-999/12345' }));
  expect(await backend.countRows('bookings')).toEqual({ outcome: 'read', value: 12_345 });
  expect(network.requests[0]?.method).toBe('HEAD');
  expect(network.requests[0]?.headers.get('prefer')).toContain('count=exact');
});

test('a count leaves out the visits of series', async () => {
  answerWith(bare(206, { 'content-range': '0-0/1' }), bare(206, { 'content-range': '0-0/1' }));
  await backend.countRows('bookings');
  await backend.countRows('careers');
  expect(urls()).toEqual([
    '/rest/v1/bookings?select=*&series=is.null',
    '/rest/v1/careers?select=*',
  ]);
});

test('each bucket is looked at once a session, before its first use', async () => {
  const stored = () => json(200, { Id: ID, Key: 'k' });
  answerWith(ensured, stored, stored, ensured, () => json(200, []));
  await backend.uploadPicture('gallery', PICTURE, 1_000);
  await backend.uploadPicture('gallery', PICTURE, 1_000);
  await backend.removeFiles('testimonials', ['x.webp']);
  expect(urls()).toEqual([
    '/rest/v1/rpc/ensure_bucket_exists',
    `/storage/v1/object/gallery/${PICTURE.path}`,
    `/storage/v1/object/gallery/${PICTURE.path}`,
    '/rest/v1/rpc/ensure_bucket_exists',
    '/storage/v1/object/testimonials',
  ]);
  expect(await network.requests[0]?.json()).toEqual({
    target_bucket_id: 'gallery',
    target_bucket_name: 'gallery',
    is_public: true,
  });
});

test('a bucket that cannot be ensured is logged, and the job goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answerWith(
    () => json(403, { code: 'PT403', message: 'This bucket is not available.' }),
    () => json(200, []),
  );
  expect(await backend.removeFiles('gallery', ['x'])).toEqual({ outcome: 'accepted' });
  expect(warn).toHaveBeenCalledOnce();
});

test('a résumé’s link downloads it, for an hour', async () => {
  answerWith(ensured, () => json(200, { signedURL: '/object/sign/resumes/x.pdf?token=t' }));
  const value = 'https://db.example/storage/v1/object/sign/resumes/x.pdf?token=t&download=';
  expect(await backend.signResumeLink('x.pdf')).toEqual({ outcome: 'read', value });
  expect(await network.requests[1]?.json()).toEqual({ expiresIn: 3600 });
});

test('a résumé that is gone has no link', async () => {
  answerWith(ensured, storageError('404', 'Object not found'));
  expect(await backend.signResumeLink('x.pdf')).toEqual({
    outcome: 'rejected',
    message: 'Object not found',
  });
});

test('an alert is asked for by its record’s kind and id', async () => {
  answerWith(ensured, () => json(200, { status: 'sent' }));
  await backend.sendAlert('job_application', ID);
  expect(urls()).toEqual(['/rest/v1/rpc/release_alert', '/functions/v1/send-form-email']);
  expect(await network.requests[0]?.json()).toEqual({ _kind: 'job_application', _id: ID });
  expect(await network.requests[1]?.json()).toEqual({ type: 'job_application', data: { id: ID } });
});

test('an alert that may not be released is not asked for', async () => {
  answerWith(() => json(403, { code: '42501', message: 'x' }));
  expect(await backend.sendAlert('booking', ID)).toMatchObject({ outcome: 'rejected' });
  expect(network.requests).toHaveLength(1);
});

test('a public file’s address is the bucket’s and its path', () => {
  expect(backend.publicUrl('gallery', PICTURE.path)).toBe(
    `https://db.example/storage/v1/object/public/gallery/${PICTURE.path}`,
  );
});

describe('a setting of a booking', () => {
  const state = { value: ['ann'], rev: 8 };

  test('is sent with the expected value, and returns the present one', async () => {
    answerWith(() => json(200, { outcome: 'set', ...state }));
    expect(await backend.setBooking(SETTING)).toEqual({ outcome: 'accepted', state });
    expect(await network.requests[0]?.json()).toEqual({
      ...{ _id: ID, _booking_id: ID, _field: 'crew', _expected: '[]', _value: '["ann"]' },
      ...{ _for_series: true, _expected_revision: null },
    });
  });

  test.each([
    ['changed', state, state],
    ['gone', { value: null, rev: null }, null],
  ])('is refused as %s, with the present value', async (outcome, said, present) => {
    answerWith(() => json(200, { outcome, ...said }));
    expect(await backend.setBooking(SETTING)).toEqual({
      ...{ outcome: 'rejected', reason: outcome, message: outcome },
      state: present,
    });
  });

  test.each([[{ outcome: 'set', value: [], rev: null }], [{ outcome: 'other', rev: 8 }], [null]])(
    'that gets %j is sent again, because our server answers otherwise',
    async (said) => {
      answerWith(() => json(200, said));
      expect(await backend.setBooking(SETTING)).toEqual({
        outcome: 'retry',
        reason: 'not-our-server',
      });
    },
  );

  test('of an unknown person is refused for good', async () => {
    answerWith(() => json(409, { code: '23503', message: 'An assigned person is not listed.' }));
    expect(await backend.setBooking(SETTING)).toMatchObject({ outcome: 'rejected' });
  });
});

describe('an answer to a booking', () => {
  test('is sent with the expected revision, and returns the present state', async () => {
    answerWith(() => json(200, { outcome: 'added', state: STATE }));
    expect(await backend.answerBooking(ANSWER)).toEqual({ outcome: 'accepted', state: STATE });
    expect(await network.requests[0]?.json()).toEqual({
      _event_id: ANSWER.eventId,
      _booking_id: ID,
      _expected_revision: 7,
      _kind: 'confirmed',
      _day: '2026-12-05',
      _time_slot: 'evening',
      _message: null,
      _every: null,
      _price_pence: null,
      _price_per: null,
    });
  });

  test('names the interval and the price of regular visits', async () => {
    answerWith(() => json(200, { outcome: 'added', state: STATE }));
    const price = { price_pence: 6600, price_per: 'visit' } as const;
    await backend.answerBooking({ ...ANSWER, kind: 'repeated', every: 2, ...price });
    expect(await network.requests[0]?.json()).toMatchObject({
      _kind: 'repeated',
      _every: 2,
      _price_pence: 6600,
      _price_per: 'visit',
    });
  });

  test.each([
    ['changed', STATE],
    ['too-early', STATE],
    ['too-late', STATE],
    ['gone', null],
  ])('is refused as %s, with the present state', async (outcome, state) => {
    answerWith(() => json(200, { outcome, state }));
    expect(await backend.answerBooking(ANSWER)).toEqual({
      outcome: 'rejected',
      reason: outcome,
      message: outcome,
      state,
    });
  });

  test.each([
    [{ outcome: 'added', state: null }],
    [{ outcome: 'other', state: STATE }],
    [[]],
    [null],
  ])('that gets %j is sent again, because our server answers otherwise', async (said) => {
    answerWith(() => json(200, said));
    expect(await backend.answerBooking(ANSWER)).toEqual({
      outcome: 'retry',
      reason: 'not-our-server',
    });
  });

  test('is refused for a value that breaks a rule', async () => {
    answerWith(() => json(400, { code: '23514', message: 'violates check constraint' }));
    expect(await backend.answerBooking(ANSWER)).toMatchObject({
      outcome: 'rejected',
      reason: 'invalid',
    });
  });
});
