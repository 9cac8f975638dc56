import { beforeEach, expect, test } from 'vitest';
import type { TeamBackend } from '../../../src/core/server/team-backend.ts';
import { createSupabaseTeamBackend } from '../../../src/core/server/supabase-team-backend.ts';
import { createScriptedFetch, json } from '../support/scripted-fetch.ts';

const ID = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
const CODE = { code: 'K7QD-M2XP', expires_at: '2026-12-01T12:00:00+00:00' };
const DEVICE = { id: ID, crew_id: ID, name: 'Chrome on Android', created_at: '', seen_at: '' };

let network: ReturnType<typeof createScriptedFetch>;
let backend: TeamBackend;

beforeEach(() => {
  network = createScriptedFetch();
  backend = createSupabaseTeamBackend({
    url: 'https://db.example',
    publishableKey: 'sb_publishable_test',
    fetch: network.fetch,
    token: async () => ({ outcome: 'token', token: 'first', userId: 'user-1' }),
  });
});

const paths = () => network.requests.map(({ url }) => url.replace('https://db.example', ''));

test('a code is made for a person, with the user’s token', async () => {
  network.answers.push(() => json(200, CODE));
  expect(await backend.makeCode(ID)).toEqual({ outcome: 'read', value: CODE });
  const [request] = network.requests;
  expect(paths()).toEqual(['/rest/v1/rpc/crew_code']);
  expect(await request?.json()).toEqual({ _crew_id: ID });
  expect(request?.headers.get('authorization')).toBe('Bearer first');
});

test('an answer that is no code is none of our server’s', async () => {
  network.answers.push(() => json(200, { code: 4711 }));
  expect((await backend.makeCode(ID)).outcome).toBe('retry');
});

test('a code for a person who was deleted is refused, and the refusal says so', async () => {
  network.answers.push(() => json(200, null));
  expect(await backend.makeCode(ID)).toEqual({
    outcome: 'rejected',
    message: 'Somebody has removed this person from the team.',
  });
});

test('the devices of the team are read', async () => {
  network.answers.push(() => json(200, [DEVICE]));
  expect(await backend.listDevices()).toEqual({ outcome: 'read', value: [DEVICE] });
  expect(paths()).toEqual(['/rest/v1/rpc/crew_devices']);
});

test('a device that is gone counts as ended', async () => {
  network.answers.push(() => json(200, false));
  expect(await backend.endDevice(ID)).toEqual({ outcome: 'accepted' });
  expect(await network.requests[0]?.json()).toEqual({ _id: ID });
});

test('a photograph’s link is valid for an hour, and saves nothing by itself', async () => {
  network.answers.push(() => json(200, { signedURL: `/object/sign/jobs/${ID}/1?token=t` }));
  const value = `https://db.example/storage/v1/object/sign/jobs/${ID}/1?token=t`;
  expect(await backend.signPicture(`${ID}/1`)).toEqual({ outcome: 'read', value });
  expect(await network.requests[0]?.json()).toEqual({ expiresIn: 3600 });
});

test('a photograph that is not there has no link', async () => {
  network.answers.push(() =>
    json(400, { statusCode: '404', error: 'not_found', message: 'Object not found' }),
  );
  expect((await backend.signPicture(`${ID}/1`)).outcome).toBe('rejected');
});

test('the kept photographs of a report are read', async () => {
  network.answers.push(() => json(200, [1, 3]));
  expect(await backend.listKeptPictures(ID)).toEqual({ outcome: 'read', value: [1, 3] });
  expect(paths()).toEqual(['/rest/v1/rpc/kept_pictures']);
  expect(await network.requests[0]?.json()).toEqual({ _report: ID });
});

test('a photograph is kept, and one that is not there cannot be', async () => {
  network.answers.push(
    () => json(200, true),
    () => json(200, false),
  );
  expect(await backend.keepPicture(ID, 2, true)).toEqual({ outcome: 'read', value: true });
  expect(await backend.keepPicture(ID, 3, true)).toEqual({ outcome: 'read', value: false });
  expect(paths()[0]).toBe('/rest/v1/rpc/keep_picture');
  expect(await network.requests[0]?.json()).toEqual({ _report: ID, _place: 2, _keep: true });
});
