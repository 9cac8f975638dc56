import { expect, test, vi } from 'vitest';
import { listRequest, readPublic } from '../../../src/runtime/read-public.ts';
import { ANSWERS_OF_OTHERS, createScriptedFetch, json } from '../support/scripted-fetch.ts';

vi.mock('../../../src/runtime/env.ts', () => ({
  env: { supabaseUrl: 'https://project.example', publishableKey: 'key' },
}));

function openPage() {
  const network = createScriptedFetch();
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal('window', {});
  return network;
}

test.each(ANSWERS_OF_OTHERS)(
  'a public list that is answered with %s is unread because of %s',
  async (_, reason, answer) => {
    openPage().answers.push(answer);
    await expect(readPublic('gallery')).rejects.toMatchObject({ reason });
  },
);

test('a public list without an answer is unread for lack of a connection', async () => {
  openPage();
  await expect(readPublic('gallery')).rejects.toMatchObject({ reason: 'offline' });
});

test.each([
  ['an error of the database', 400, { code: '42703', message: 'column does not exist' }],
  ['a refused role', 401, { code: '42501', message: 'permission denied' }],
])(
  'a public list that is answered with %s is unread because of our server',
  async (_, status, said) => {
    openPage().answers.push(() => json(status, said));
    await expect(readPublic('gallery')).rejects.toMatchObject({ reason: 'server' });
  },
);

test('a network’s redirect is not followed', async () => {
  const { requests, answers } = openPage();
  answers.push(() => json(200, []));
  await readPublic('gallery');
  expect(requests.map(({ redirect }) => redirect)).toEqual(['manual']);
});

test('an answer that the document requested is used once, and only for its list', async () => {
  const { requests, answers } = openPage();
  const { url } = listRequest('gallery');
  window.earlyAnswer = { url, answer: Promise.resolve(json(200, [])) };
  answers.push(
    () => json(200, []),
    () => json(200, []),
  );

  await readPublic('careers');
  expect(requests).toHaveLength(1);
  await readPublic('gallery');
  expect(requests).toHaveLength(1);
  await readPublic('gallery');
  expect(requests).toHaveLength(2);
});

test('a request of the document that failed reads as no connection', async () => {
  openPage();
  const answer = Promise.reject(new TypeError('Failed to fetch'));
  window.earlyAnswer = { url: listRequest('gallery').url, answer };
  await expect(readPublic('gallery')).rejects.toMatchObject({ reason: 'offline' });
});
