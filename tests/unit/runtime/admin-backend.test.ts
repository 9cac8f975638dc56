import { afterEach, expect, test, vi } from 'vitest';
import { createScriptedFetch, json } from '../support/scripted-fetch.ts';

vi.mock('../../../src/runtime/auth/token-source.ts', () => ({
  tokenSource: async () => ({ outcome: 'token', token: 'token-1', userId: 'isla' }),
}));

afterEach(() => vi.unstubAllGlobals());

test('a bucket is looked at once a page, however many flushes use it', async () => {
  const network = createScriptedFetch();
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal('location', { origin: 'https://site.example' });
  const { adminBackendOf } = await import('../../../src/runtime/auth/portal-server.ts');
  network.answers.push(
    () => new Response(null, { status: 204 }),
    () => json(200, []),
    () => json(200, []),
  );

  await adminBackendOf('isla').removeFiles('gallery', ['one.webp']);
  await adminBackendOf('isla').removeFiles('gallery', ['two.webp']);

  expect(network.requests.map(({ url }) => new URL(url).pathname)).toEqual([
    '/rest/v1/rpc/ensure_bucket_exists',
    '/storage/v1/object/gallery',
    '/storage/v1/object/gallery',
  ]);
});
