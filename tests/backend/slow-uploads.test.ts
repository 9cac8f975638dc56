import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { requestTimeout } from '../../src/core/outbox/backoff.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { pdf } from './support/people.ts';
import { useServer } from './support/use-server.ts';

vi.mock('node:http', { spy: true });

const { visitor, url } = useServer({ TRUSTED_PROXY_HOPS: '1' });
const TEN_MB = 10 * 1024 * 1024;

const open: Socket[] = [];
afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

/** Sends a résumé of ten megabytes except for its last byte. Resolves when the bytes have left. */
async function holdBack(sender: string): Promise<void> {
  const { hostname, port } = new URL(url());
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  open.push(socket);
  const head = [
    `POST /storage/v1/object/resumes/${randomUUID()}.pdf HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${LOCAL_PUBLISHABLE_KEY}`,
    'Content-Type: application/pdf',
    `X-Forwarded-For: ${sender}`,
    `Content-Length: ${TEN_MB}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>(
    (resolve) => void socket.write(Buffer.alloc(TEN_MB - 1), () => resolve()),
  );
}

const upload = (sender: string) =>
  fetch(`${url()}/storage/v1/object/resumes/${randomUUID()}.pdf`, {
    method: 'POST',
    headers: {
      apikey: LOCAL_PUBLISHABLE_KEY,
      'content-type': 'application/pdf',
      'x-forwarded-for': sender,
    },
    body: pdf(TEN_MB),
  });

test('a file may take as long to arrive as devices allow', () => {
  const [options] = vi.mocked(createServer).mock.calls[0] ?? [];
  expect(options).toHaveProperty('requestTimeout');
  expect((options as { requestTimeout: number }).requestTimeout).toBeGreaterThan(
    requestTimeout(
      { name: 'cv.pdf', size: TEN_MB, type: 'application/pdf', path: 'cv.pdf' },
      'page',
    ),
  );
});

test('a sender with many unfinished uploads is answered 429, without affecting others', async () => {
  for (let count = 0; count < 6; count++) await holdBack('198.51.100.1');

  // The bytes may still be on their way to the server.
  const answered = async (sender: string) => {
    const { status, headers } = await upload(sender);
    return [status, headers.get('retry-after')];
  };
  await expect.poll(() => answered('198.51.100.1')).toEqual([503, '5']);
  expect((await upload('198.51.100.2')).status).toBe(200);
  const { error } = await visitor({ 'x-forwarded-for': '198.51.100.1' })
    .from('careers')
    .select('id');
  expect(error).toBeNull();

  open.splice(0).forEach((socket) => socket.destroy());
  await expect.poll(async () => (await upload('198.51.100.1')).status).toBe(200);
});
