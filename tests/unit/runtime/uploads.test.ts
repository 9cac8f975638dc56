import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadFetch } from '../../../src/runtime/uploads.ts';

const ADDRESS = 'https://site.example/storage/v1/object/resumes/one.pdf';

/** The end of the browser's request. */
const answer = { status: 200, statusText: 'OK', headers: '', body: '' };

/** A request that is answered with `answer` once sent. */
class FakeRequest {
  readonly upload = {};
  responseURL = '';
  response: ArrayBuffer | null = null;
  onload = (): void => undefined;
  open = (_: string, url: string): void => void (this.responseURL = url);
  setRequestHeader = (): void => undefined;
  abort = (): void => undefined;
  getAllResponseHeaders = (): string => answer.headers;
  get status(): number {
    return answer.status;
  }
  get statusText(): string {
    return answer.statusText;
  }
  send(): void {
    this.response = new TextEncoder().encode(answer.body).buffer;
    queueMicrotask(() => {
      try {
        this.onload();
      } catch {
        // The browser only logs an error thrown by a listener.
      }
    });
  }
}

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://site.example/careers' });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

afterEach(() => {
  Object.assign(answer, { status: 200, statusText: 'OK', headers: '', body: '' });
  vi.unstubAllGlobals();
});

/** The outcome of an upload; `never` when it does not settle. */
function upload(): Promise<Response | 'never'> {
  const never = new Promise<'never'>((resolve) => setTimeout(resolve, 100, 'never'));
  return Promise.race([
    uploadFetch(() => undefined)(ADDRESS, { method: 'POST', body: '%PDF' }),
    never,
  ]);
}

test.each([204, 205, 304])(
  'an upload answered %i, which has no body, is answered',
  async (status) => {
    Object.assign(answer, { status, headers: 'sb-request-id: one\r\n' });
    const response = (await upload()) as Response;
    expect([response.status, response.headers.get('sb-request-id'), await response.text()]).toEqual(
      [status, 'one', ''],
    );
  },
);

test('an upload’s answer keeps its body and its headers, those with colons too', async () => {
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
  Object.assign(answer, {
    status: 429,
    body: '{"a":1}',
    headers: `content-type: application/json\r\nretry-after: ${date}\r\nx-empty:\r\nx-close:by\r\n`,
  });
  const response = (await upload()) as Response;
  expect(await response.json()).toEqual({ a: 1 });
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json',
    'retry-after': date,
    'x-empty': '',
    'x-close': 'by',
  });
});

test('an upload answered without a header is answered', async () => {
  Object.assign(answer, { status: 201, body: '{}' });
  expect(((await upload()) as Response).status).toBe(201);
});

test('an upload whose answer no Response can hold fails', async () => {
  Object.assign(answer, { status: 999, body: '{}' });
  await expect(upload()).rejects.toThrow(TypeError);
});
