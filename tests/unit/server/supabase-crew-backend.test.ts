import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSupabaseCrewBackend } from '../../../src/core/server/supabase-crew-backend.ts';
import { DAYS } from '../support/crew.ts';
import { ANSWERS_OF_OTHERS, createScriptedFetch, json } from '../support/scripted-fetch.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const EVENT = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
const JOB = 'a3c1c1f0-6a3b-4b8e-9d57-0d9d2b6f3c11';
const REPORT = {
  eventId: EVENT,
  job: JOB,
  kind: 'done' as const,
  message: null,
  photos: 1,
  madeAt: '2026-11-28T09:00:00.000Z',
};
const PHOTO = { path: `${EVENT}/1`, type: 'image/webp', bytes: new ArrayBuffer(8) };

let network: ReturnType<typeof createScriptedFetch>;
const backend = createSupabaseCrewBackend({
  supabaseUrl: 'https://db.example',
  publishableKey: 'sb_publishable_test',
});

beforeEach(() => {
  network = createScriptedFetch();
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const answerWith = (...answers: (() => Response)[]) => network.answers.push(...answers);

test('the days are asked for with the publishable key, the phone’s secret in the body, and no session', async () => {
  answerWith(() => json(200, DAYS));
  expect(await backend.readDays(SECRET, 1_000)).toEqual({ outcome: 'read', value: DAYS });
  const [request] = network.requests;
  expect(request?.url).toBe('https://db.example/rest/v1/rpc/crew_jobs');
  expect(request?.headers.get('apikey')).toBe('sb_publishable_test');
  expect(request?.headers.has('authorization')).toBe(false);
  expect(await request?.json()).toEqual({ _key: SECRET });
});

test('null from the server is a secret that it does not know', async () => {
  answerWith(() => json(200, null));
  expect(await backend.readDays(SECRET, 1_000)).toEqual({ outcome: 'read', value: null });
});

test('other JSON than the days is not our server’s', async () => {
  answerWith(() => json(200, { ok: true }));
  expect(await backend.readDays(SECRET, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'not-our-server',
  });
});

test.each(ANSWERS_OF_OTHERS)('%s decides nothing: “%s”', async (_, reason, answer) => {
  answerWith(answer, answer, answer, answer, answer, answer);
  const retry = { outcome: 'retry', reason };
  expect(await backend.readDays(SECRET, 1_000)).toEqual(retry);
  const registration = { code: 'K7QF-2M9D', secret: SECRET, device: 'Chrome on Android' };
  expect(await backend.register(registration, 1_000)).toEqual(retry);
  expect(await backend.report(SECRET, REPORT, 1_000)).toEqual(retry);
  expect(await backend.uploadPhoto(PHOTO, 1_000)).toEqual(retry);
  expect(await backend.notifyOffice(EVENT, 1_000)).toEqual(retry);
});

test('no connection is told apart from our server', async () => {
  answerWith(() => Promise.reject(new TypeError('fetch failed')) as never);
  expect(await backend.readDays(SECRET, 1_000)).toEqual({ outcome: 'retry', reason: 'offline' });
});

test.each([
  [
    { outcome: 'registered', name: 'Ann Baker' },
    { outcome: 'registered', name: 'Ann Baker' },
  ],
  [{ outcome: 'wrong' }, { outcome: 'wrong' }],
  [{ outcome: 'full' }, { outcome: 'full' }],
])('a registration that is answered %j is read so', async (body, value) => {
  answerWith(() => json(200, body));
  const registration = { code: 'k7qf 2m9d', secret: SECRET, device: 'Chrome on Android' };
  expect(await backend.register(registration, 1_000)).toEqual({ outcome: 'read', value });
  expect(await network.requests[0]?.json()).toEqual({
    _code: 'k7qf 2m9d',
    _key: SECRET,
    _device: 'Chrome on Android',
  });
});

test.each([
  [
    { outcome: 'added', late: null },
    { outcome: 'accepted', late: null },
  ],
  [
    { outcome: 'added', late: 'cancelled' },
    { outcome: 'accepted', late: 'cancelled' },
  ],
  [
    { outcome: 'added', late: 'given-away' },
    { outcome: 'accepted', late: 'given-away' },
  ],
  [{ outcome: 'gone' }, { outcome: 'gone' }],
  [{ outcome: 'ended' }, { outcome: 'ended' }],
  [{ outcome: 'later' }, { outcome: 'retry', reason: 'not-our-server' }],
])('a report that is answered %j is read so', async (body, result) => {
  answerWith(() => json(200, body));
  expect(await backend.report(SECRET, REPORT, 1_000)).toEqual(result);
  expect(await network.requests[0]?.json()).toEqual({
    _key: SECRET,
    _event_id: EVENT,
    _job: JOB,
    _kind: 'done',
    _message: null,
    _pictures: 1,
    _made_at: '2026-11-28T09:00:00.000Z',
  });
});

test('a report that breaks a rule is refused, and a limit is waited for', async () => {
  answerWith(
    () => json(400, { code: '23514', message: 'too long' }),
    () => json(429, { code: 'PT429', message: 'slow down' }, { 'retry-after': '7' }),
  );
  expect(await backend.report(SECRET, REPORT, 1_000)).toEqual({
    outcome: 'rejected',
    reason: 'refused',
    message: 'too long',
  });
  expect(await backend.report(SECRET, REPORT, 1_000)).toEqual({
    outcome: 'retry',
    reason: 'rate-limited',
    retryAfterMs: 7_000,
  });
});

test('a photograph is uploaded under its report’s id and its number, and never over another one', async () => {
  answerWith(() => json(200, { Id: EVENT, Key: `jobs/${EVENT}/1` }));
  expect(await backend.uploadPhoto(PHOTO, 1_000)).toEqual({ outcome: 'accepted' });
  const [request] = network.requests;
  expect(request?.url).toBe(`https://db.example/storage/v1/object/jobs/${EVENT}/1`);
  expect(request?.headers.get('content-type')).toBe('image/webp');
  expect(request?.headers.get('x-upsert')).toBe('false');
});

test.each([
  ['409', 'Duplicate', { outcome: 'accepted' }],
  ['413', 'Payload too large', { outcome: 'rejected', reason: 'file-refused' }],
  ['403', 'Unauthorized', { outcome: 'rejected', reason: 'forbidden' }],
])('Storage’s %s in a 400 is read as %s', async (statusCode, error, result) => {
  const message = 'new row violates row-level security policy';
  answerWith(() => json(400, { statusCode, error, message }));
  expect(await backend.uploadPhoto(PHOTO, 1_000)).toMatchObject(result);
});

test.each([
  [200, { status: 'sent' }, { outcome: 'accepted' }],
  [202, { status: 'being sent' }, { outcome: 'accepted' }],
  [200, { status: 'sent', devices: 2 }, { outcome: 'accepted' }],
  [404, { error: 'unknown' }, { outcome: 'rejected', reason: 'refused', message: 'unknown' }],
])('the office’s notification that is answered %i is read so', async (status, body, result) => {
  answerWith(() => json(status, body));
  expect(await backend.notifyOffice(EVENT, 1_000)).toEqual(result);
  expect(await network.requests[0]?.json()).toEqual({ type: 'crew', data: { id: EVENT } });
});
