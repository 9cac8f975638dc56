import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { classifyInsert } from '../../src/core/server/classify-response.ts';
import { requestTimeout } from '../../src/core/outbox/backoff.ts';
import type { Backend } from '../../supabase/local/embedded-backend.ts';
import { apiListener } from '../../supabase/local/server/api-listener.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';

vi.mock('node:http', { spy: true });

const MOST_UNANSWERED = 4;

let listening: Listening | undefined;
afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

async function start(backend: Backend): Promise<string> {
  const place = { host: '127.0.0.1', port: 0, variable: 'PORT' };
  listening = await listen(apiListener(backend, new Map(), MOST_UNANSWERED), place);
  return listening.url;
}

test.each([
  ['/rest/v1/careers', { code: '53000', message: expect.any(String) as string }],
  ['/auth/v1/user', { code: 503, error_code: 'unavailable' }],
  ['/storage/v1/object/public/gallery/none', { statusCode: '503', error: 'SlowDown' }],
  ['/functions/v1/send-form-email', { error: expect.any(String) as string }],
])(
  'with too many requests at work %s is answered 503 in the words of the service, and served later',
  async (target, words) => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let waiting = 0;
    const url = await start(async () => {
      waiting += 1;
      await finished;
      return Response.json([]);
    });
    const read = () => fetch(`${url}/rest/v1/careers`);
    const reads = Array.from({ length: MOST_UNANSWERED }, read);
    await expect.poll(() => waiting).toBe(MOST_UNANSWERED);

    const refused = await fetch(url + target);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const body = (await refused.json()) as { code?: string };
    expect(body).toMatchObject(words);
    if (target.startsWith('/rest/')) {
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
      expect(
        classifyInsert({ status: 503, ...body } as Parameters<typeof classifyInsert>[0]),
      ).toMatchObject({ outcome: 'retry', reason: 'server' });
    }

    finish();
    for (const answer of [...(await Promise.all(reads)), await read()])
      expect(answer.status).toBe(200);
  },
);

test('a file may take as long to arrive as devices allow', async () => {
  await start(async () => Response.json([]));
  const [options] = vi.mocked(createServer).mock.calls.at(-1) ?? [];
  const file = { name: 'cv.pdf', size: 10 * 1024 ** 2, type: 'application/pdf', path: 'cv.pdf' };
  expect((options as { requestTimeout: number }).requestTimeout).toBeGreaterThan(
    requestTimeout(file, 'page'),
  );
});
