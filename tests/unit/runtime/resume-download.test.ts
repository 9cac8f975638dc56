import { expect, test } from 'vitest';
import { aSession, json, openTab, page } from '../support/portal-device.ts';

const PATH = '7c9e6679-7425-40de-944b-e07fc1f90ae7.pdf';
const SIGN = `/storage/v1/object/sign/resumes/${PATH}`;
const linkOf = (token: string) => `https://site.example${SIGN}?token=${token}`;

/** Storage's answer to an expired link. */
const expiredLink = () =>
  json(400, {
    statusCode: '400',
    error: 'InvalidJWT',
    message: '"exp" claim timestamp check failed',
  });
const signed = () => json(200, { signedURL: `/object/sign/resumes/${PATH}?token=2` });
const file = () =>
  new Response('%PDF-1.7', {
    headers: { 'content-type': 'application/pdf', 'content-length': '8' },
  });

async function openDownload(answers: Parameters<typeof openTab>[0]) {
  const tab = await openTab(answers, aSession());
  const { readResume } = await import('../../../src/portal/applications/fetch-resume.ts');
  const shares: (number | null)[] = [];
  const read = () => readResume(PATH, linkOf('1'), (share) => shares.push(share));
  return { tab, read, shares };
}

test('a résumé is read without the browser’s cache, with its progress', async () => {
  let cache: RequestCache | undefined;
  const answer = (request: Request) => {
    cache = request.cache;
    return file();
  };
  const { read, shares } = await openDownload({ '?token=1': answer });
  const result = await read();
  expect(result.outcome === 'read' && (await result.file.text())).toBe('%PDF-1.7');
  expect(cache).toBe('no-store');
  expect(shares).toEqual([1]);
});

test('a link that ran out is replaced once', async () => {
  const { read, tab } = await openDownload({
    '?token=1': expiredLink,
    [SIGN]: signed,
    '?token=2&download=': file,
  });
  expect(await read()).toMatchObject({ outcome: 'read' });
  expect(tab.requests).toEqual(['?token=1', SIGN, '?token=2&download=']);
});

test('a resume whose new link is refused too is unavailable', async () => {
  const { read } = await openDownload({
    '?token=1': expiredLink,
    [SIGN]: signed,
    '?token=2&download=': expiredLink,
  });
  expect(await read()).toEqual({ outcome: 'unavailable' });
});

test('a resume for which no new link can be made is unavailable', async () => {
  const gone = () =>
    json(400, { statusCode: '404', error: 'not_found', message: 'Object not found' });
  const { read } = await openDownload({ '?token=1': expiredLink, [SIGN]: gone });
  expect(await read()).toEqual({ outcome: 'unavailable' });
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'offline'],
  ['a failing server', () => page(502), 'server'],
  ['a limit', () => json(429, {}), 'rate-limited'],
  ['a network’s sign-in page', () => page(200), 'not-our-server'],
])('%s is told as the cause of a download that failed', async (_name, answer, reason) => {
  const { read } = await openDownload({ '?token=1': answer });
  expect(await read()).toEqual({ outcome: 'retry', reason });
});
