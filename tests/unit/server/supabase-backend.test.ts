import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutgoingAlert } from '../../../src/core/server/backend.ts';
import { createSupabaseBackend } from '../../../src/core/server/supabase-backend.ts';
import { booking } from '../support/outbox.ts';
import { withoutTimeoutSignals } from '../support/old-browser.ts';
import { createScriptedFetch, ANSWERS_OF_OTHERS, json } from '../support/scripted-fetch.ts';

const ID = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';

let network: ReturnType<typeof createScriptedFetch>;
let requests: Request[];

const backend = () =>
  createSupabaseBackend({
    url: 'https://db.example',
    publishableKey: 'sb_publishable_test',
    fetch: network.fetch,
  });
const answerWith = (...answers: (() => Response)[]) => network.answers.push(...answers);

const ROW = { id: ID, ...booking.values };
const ALERT: OutgoingAlert = { type: 'booking', data: ROW };

beforeEach(() => {
  network = createScriptedFetch();
  ({ requests } = network);
});

test('a booking is inserted under its minted id, with the publishable key and no session', async () => {
  answerWith(() => new Response(null, { status: 201 }));
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual({ outcome: 'accepted' });
  const [request] = requests;
  expect(request?.url).toBe('https://db.example/rest/v1/bookings');
  expect(request?.headers.get('apikey')).toBe('sb_publishable_test');
  expect(request?.headers.has('authorization')).toBe(false);
  expect(request?.headers.get('prefer') ?? '').not.toContain('return=representation');
  expect(await request?.json()).toEqual(ROW);
});

test('an insert is sent once, whatever the client library would repeat', async () => {
  answerWith(() =>
    json(503, { code: 'PGRST002', message: 'no schema cache' }, { 'retry-after': '7' }),
  );
  const result = await backend().insertRecord('bookings', ROW, 1_000);
  expect(result).toEqual({ outcome: 'retry', reason: 'server', retryAfterMs: 7_000 });
  expect(requests).toHaveLength(1);
});

test.each(ANSWERS_OF_OTHERS)('what met %s is repeated, as “%s”', async (_, reason, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answerWith(answer, answer, answer, answer);
  const retry = { outcome: 'retry', reason };
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual(retry);
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual(retry);
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  expect(await backend().uploadResume(file, 1_000)).toEqual(retry);
});

describe('the request after a refusal', () => {
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  const ensured = () => new Response(null, { status: 204 });
  const tooLarge = () =>
    json(400, { statusCode: '413', error: 'Payload too large', message: 'too large' });
  const reset = () => Promise.reject(new TypeError('fetch failed'));
  const stored = () => json(200, { Id: ID, Key: `resumes/${ID}.pdf` });

  test('is sent again at once when its connection is reset', async () => {
    network.answers.push(ensured, tooLarge, reset, stored);
    const target = backend();
    expect(await target.uploadResume(file, 1_000)).toMatchObject({ outcome: 'rejected' });
    expect(await target.uploadResume(file, 1_000)).toEqual({ outcome: 'accepted' });
    expect(requests).toHaveLength(4);
  });

  test('is sent again once, and then waits', async () => {
    network.answers.push(ensured, tooLarge, reset, reset, stored);
    const target = backend();
    await target.uploadResume(file, 1_000);
    expect(await target.uploadResume(file, 1_000)).toEqual({ outcome: 'retry', reason: 'offline' });
    expect(requests).toHaveLength(4);
  });

  test('is not sent again when the one before was stored', async () => {
    network.answers.push(ensured, stored, reset, stored);
    const target = backend();
    await target.uploadResume(file, 1_000);
    expect(await target.uploadResume(file, 1_000)).toEqual({ outcome: 'retry', reason: 'offline' });
  });
});

test('a JSON success that is not our server’s neither stores a file nor sends an alert', async () => {
  const friendly = () => json(200, { ok: true });
  answerWith(friendly, friendly, friendly);
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  expect(await backend().uploadResume(file, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'not-our-server',
  });
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'not-our-server',
  });
});

test('a row stored before and a row stored now have different results', async () => {
  answerWith(() =>
    json(409, {
      code: '23505',
      message: 'duplicate key value violates unique constraint "bookings_pkey"',
    }),
  );
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual({
    outcome: 'accepted',
    wasThere: true,
  });
});

test('an alert that another caller has taken is asked for again when two minutes have passed', async () => {
  answerWith(() => json(202, { status: 'being sent' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'in-progress',
    retryAfterMs: 120_000,
  });
});

test('an alert for a record that is not there is a definite no', async () => {
  answerWith(() => json(404, { error: 'There is no such record.' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toMatchObject({ outcome: 'rejected' });
});

test('no connection reads as offline, for every call', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  const offline = { outcome: 'retry', reason: 'offline' };
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual(offline);
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual(offline);
  expect(await backend().uploadResume(file, 1_000)).toEqual(offline);
});

test('a server that never answers is not called a lost connection', async () => {
  const silent = createSupabaseBackend({
    url: 'https://db.example',
    publishableKey: 'k',
    fetch: (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
  });
  expect(await silent.insertRecord('bookings', ROW, 10)).toEqual({
    outcome: 'retry',
    reason: 'no-answer',
  });
});

test('a browser without request timeouts sends as well, and waits no longer', async () => {
  withoutTimeoutSignals();
  answerWith(() => new Response(null, { status: 201 }));
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual({ outcome: 'accepted' });
  let given: unknown;
  const silent = createSupabaseBackend({
    url: 'https://db.example',
    publishableKey: 'k',
    fetch: (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject((given = init.signal?.reason))),
      ),
  });
  expect(await silent.insertRecord('bookings', ROW, 10)).toEqual({
    outcome: 'retry',
    reason: 'no-answer',
  });
  expect(given).toMatchObject({ name: 'TimeoutError' });
});

test('a refusal carries its reason and the server’s words', async () => {
  answerWith(() =>
    json(400, { code: '23514', message: 'violates check constraint', details: null, hint: null }),
  );
  expect(await backend().insertRecord('bookings', ROW, 1_000)).toEqual({
    outcome: 'rejected',
    reason: 'invalid',
    message: 'violates check constraint',
  });
});

test('an alert is sent as it is', async () => {
  answerWith(() => json(200, { status: 'sent' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual({ outcome: 'accepted' });
  expect(requests[0]?.url).toBe('https://db.example/functions/v1/send-form-email');
  expect(await requests[0]?.json()).toEqual(ALERT);
});

test('an alert is sent, whatever a later release’s server says besides', async () => {
  answerWith(() => json(200, { status: 'already sent', receipt: 'sent' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual({ outcome: 'accepted' });
});

test('a gateway’s status with more about it is no alert', async () => {
  answerWith(() => json(200, { status: 'blocked', message: 'Sign in first' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toMatchObject({ reason: 'not-our-server' });
});

test('an alert that the provider refused is a server error', async () => {
  answerWith(() => json(502, { error: 'provider' }));
  expect(await backend().sendAlert(ALERT, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'server',
  });
});

test('a résumé goes up byte for byte, after one look at the bucket a session', async () => {
  const bytes = new Uint8Array([37, 80, 68, 70, 0, 255]).buffer;
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes };
  const stored = () => json(200, { Id: ID, Key: `resumes/${ID}.pdf` });
  answerWith(() => new Response(null, { status: 204 }), stored, stored);
  const target = backend();
  expect(await target.uploadResume(file, 1_000)).toEqual({ outcome: 'accepted' });
  await target.uploadResume(file, 1_000);
  expect(requests.map((request) => new URL(request.url).pathname)).toEqual([
    '/rest/v1/rpc/ensure_bucket_exists',
    `/storage/v1/object/resumes/${ID}.pdf`,
    `/storage/v1/object/resumes/${ID}.pdf`,
  ]);
  expect(requests[1]?.headers.get('content-type')).toBe('application/pdf');
  expect(requests[1]?.headers.get('x-upsert')).toBe('false');
  expect(new Uint8Array((await requests[1]?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
    new Uint8Array(bytes),
  );
});

test('only the upload goes through the fetch with progress', async () => {
  const told: number[] = [];
  const target = createSupabaseBackend({
    url: 'https://db.example',
    publishableKey: 'k',
    fetch: async () => new Response(null, { status: 204 }),
    uploadFetch: (onProgress) => async () => {
      onProgress(8);
      return json(200, { Id: ID, Key: `resumes/${ID}.pdf` });
    },
  });
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  expect(await target.uploadResume(file, 1_000, (sentBytes) => told.push(sentBytes))).toEqual({
    outcome: 'accepted',
  });
  expect(told).toEqual([8]);
});

test('Storage’s real status is read from the body', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  const storageError = (statusCode: string) => () =>
    json(400, { statusCode, error: 'x', message: 'x' });
  const ensured = () => new Response(null, { status: 204 });
  answerWith(ensured, storageError('409'));
  expect(await backend().uploadResume(file, 1_000)).toEqual({ outcome: 'accepted' });
  answerWith(ensured, storageError('413'));
  expect(await backend().uploadResume(file, 1_000)).toMatchObject({
    outcome: 'rejected',
    reason: 'file-refused',
  });
});

test('a bucket that cannot be ensured is logged and the upload goes on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const file = { path: `${ID}.pdf`, type: 'application/pdf', bytes: new ArrayBuffer(8) };
  answerWith(
    () => json(403, { code: 'PT403', message: 'Bucket not allowed' }),
    () => json(200, { Id: ID, Key: 'k' }),
  );
  expect(await backend().uploadResume(file, 1_000)).toEqual({ outcome: 'accepted' });
  expect(warn).toHaveBeenCalledOnce();
});

describe('a customer’s request', () => {
  const answer = {
    eventId: ID,
    bookingId: ID,
    kind: 'cancelled',
    offerEventId: null,
    visit: { day: '2027-03-01', slot: 'morning' },
    other: null,
  } as const;
  const state = { id: ID, status: 'cancelled' };

  test('is read by its id, with the publishable key and no session', async () => {
    answerWith(() => json(200, [state]));
    expect(await backend().bookingStates([ID], 1_000)).toEqual({
      outcome: 'read',
      value: [state],
    });
    expect(requests[0]?.url).toBe('https://db.example/rest/v1/rpc/request_states');
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(await requests[0]?.json()).toEqual({ ids: [ID] });
  });

  test('is answered by its id, and no id is in an address', async () => {
    answerWith(() => json(200, { outcome: 'added', state }));
    expect(await backend().answerBooking(answer, 1_000)).toEqual({ outcome: 'accepted', state });
    expect(requests[0]?.url).toBe('https://db.example/rest/v1/rpc/answer_request');
    expect(await requests[0]?.json()).toEqual({
      _event_id: ID,
      _booking_id: ID,
      _kind: 'cancelled',
      _offer_event_id: null,
      _day: '2027-03-01',
      _time_slot: 'morning',
      _other_day: null,
      _other_slot: null,
    });
  });

  test('asks for another day by it and its slot', async () => {
    answerWith(() => json(200, { outcome: 'added', state }));
    const other = { day: '2027-03-08', slot: 'evening' } as const;
    await backend().answerBooking({ ...answer, kind: 'asked', other }, 1_000);
    expect(await requests[0]?.json()).toMatchObject({
      _kind: 'asked',
      _day: '2027-03-01',
      _time_slot: 'morning',
      _other_day: '2027-03-08',
      _other_slot: 'evening',
    });
  });

  test.each([
    ['added', { outcome: 'accepted' }],
    ['changed', { outcome: 'rejected', reason: 'changed', message: 'changed' }],
  ])('about a visit that is %s gives the first booking of its series, too', async (outcome, is) => {
    const series = { id: 'first', status: 'confirmed' };
    answerWith(
      () => json(200, { outcome, state, series }),
      () => json(200, { outcome, state, series: null }),
    );
    expect(await backend().answerBooking(answer, 1_000)).toEqual({ ...is, state, series });
    expect(await backend().answerBooking(answer, 1_000)).toEqual({ ...is, state });
  });

  test.each(ANSWERS_OF_OTHERS)('that met %s is repeated, as “%s”', async (_, reason, of) => {
    answerWith(of, of, of);
    const retry = { outcome: 'retry', reason };
    expect(await backend().bookingStates([ID], 1_000)).toEqual(retry);
    expect(await backend().answerBooking(answer, 1_000)).toEqual(retry);
    expect(await backend().sendAnswerMails(ID, 1_000)).toEqual(retry);
  });

  test('that is answered too often waits', async () => {
    const flood = () => json(429, { code: 'PT429', message: 'Too many requests' });
    answerWith(flood, flood);
    const limited = { outcome: 'retry', reason: 'rate-limited' };
    expect(await backend().answerBooking(answer, 1_000)).toEqual(limited);
    expect(await backend().bookingStates([ID], 1_000)).toEqual(limited);
  });
});
